"""Scoring of Luoyuan hands 罗源麻将: gold 金, special wins, flowers times the multiplier."""
