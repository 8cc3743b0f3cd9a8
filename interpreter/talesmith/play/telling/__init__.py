"""What a position tells: explanations, the view of a seat, who has won."""
