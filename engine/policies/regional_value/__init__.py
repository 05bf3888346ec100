"""`value` outside Chinese Official: plans that a rule set's own table pays, weighed against speed.

A plan is a kind of winning hand that may be aimed at: any hand, a flush of a suit, pungs alone.
`plans` says how many tiles of each a hand lacks and which would help, `weigh` what that is worth:
the chance to complete it (`chances`) times what the table pays for it (`worth`, `prepare`), and
`choose` takes the option that leaves most.
"""
