"""What everything stands on: places in texts, near words, plain values, data folders."""
