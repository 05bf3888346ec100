"""The shipped samples are what the sample maker writes, to the byte."""

from pipelines.samples import SAMPLES_DIR, write_samples


def test_samples_are_made_again_the_same(tmp_path):
    made = write_samples(tmp_path)
    shipped = sorted(path.name for path in SAMPLES_DIR.iterdir() if path.name != "README.md")
    assert sorted(path.name for path in made) == shipped
    for path in made:
        assert path.read_bytes() == (SAMPLES_DIR / path.name).read_bytes(), path.name
