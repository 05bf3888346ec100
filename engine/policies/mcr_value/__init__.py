"""The policy `value` in Chinese Official 国标麻将: aims at hands that the rule set pays for.

`targets` finds complete hands worth the minimum that are few tiles away, `chances` weighs each by
how likely it is to be completed and what it pays, `choose` discards what they need least and
claims what brings them nearer. What they are worth is worked out from the rule set's own table
(`worth`), and so are the families of hands that are looked for (`families`).
"""
