"""Who chooses in simulated hands: one file a policy, all behind one interface.

A policy is a kernel that is shown what its player may see (`engine.policies.sight`) and what the
machine would accept (`engine.machine.choices.options`), and answers with one of these options. It
says what it is in a `Policy`, listed in its file's ``POLICIES``; `engine.policies.registry` finds
it there.
"""
