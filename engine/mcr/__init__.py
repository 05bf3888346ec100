"""Chinese Official 国标麻将 (MCR): the fans of a hand by its tiles, its win and its readings."""
