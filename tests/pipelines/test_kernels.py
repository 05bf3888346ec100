"""Kernels that are compiled show on the way."""

import pipelines.kernels as kernels
from pipelines import progress


class Heard:
    def __init__(self):
        self.said = []

    def stage(self, name, total, unit):
        self.said.append((name, unit))

    def advance(self, amount):
        self.said.append(amount)


def shown(monkeypatch, *, there, counts):
    """What is said while a block lasts in which the cache holds these numbers of kernels."""
    left = list(counts)
    looked = kernels.threading.Event()

    def count():
        found = left.pop(0)
        if not left:
            looked.set()
            left.append(found)
        return found

    monkeypatch.setattr(kernels, "is_compiled", lambda module: there)
    monkeypatch.setattr(kernels, "_n_kernels", count)
    monkeypatch.setattr(kernels, "_LOOK_SECONDS", 0.001)
    heard = Heard()
    with progress.listening(heard), kernels.compiling_shown("engine.playing", "preparing mcr"):
        assert looked.wait(10)
    return heard.said


def test_kernels_are_counted_while_they_are_compiled(monkeypatch):
    said = shown(monkeypatch, there=False, counts=[100, 100, 103, 103, 110])
    assert said[0] == ("compiling the kernels: minutes, this once", "")
    assert said[1:3] == [("compiling", "kernels"), 3]
    assert said[3:] in ([], [7]), "the last look may fall behind the end of the block"


def test_what_is_compiled_says_nothing_of_it(monkeypatch):
    assert shown(monkeypatch, there=True, counts=[5, 5, 5]) == [("preparing mcr", "kernels")]


def test_a_policy_that_is_compiled_alone_is_counted_too(monkeypatch):
    said = shown(monkeypatch, there=True, counts=[5, 6, 6, 6])
    assert said == [("preparing mcr", "kernels"), ("compiling", "kernels"), 1]
