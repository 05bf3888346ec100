"""Scoring of Longgang 龙港麻将: points 胡 doubled by tai 台, wildcards, losers' hands."""
