"""Running: many games between bots, watched for what must always hold, and measured."""
