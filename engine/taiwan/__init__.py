"""Taiwan sixteen-tile 台灣麻將: the tai of a hand by its tiles, its win, flowers and readings."""
