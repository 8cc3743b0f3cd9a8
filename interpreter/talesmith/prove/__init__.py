"""Scenarios: positions built from words, answers played, checks held against what came out."""
