"""How rare patterns are among all complete hands: counted exactly where the tiles decide them."""
