"""What people and files see of a game: names, lines, views, reports, saves, sessions."""
