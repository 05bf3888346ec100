"""Scoring tables from measured rarity: fit, constrain, search, write, play again."""
