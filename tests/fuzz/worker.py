"""One process of fuzzing, which atheris ends: `python -m tests.fuzz.worker TARGET FOLDER [options of libFuzzer]`.

FOLDER/corpus       inputs that reach something new, the seeds among them; the next run continues with them
FOLDER/findings     inputs with faults, the first of each, and what is wrong beside it
"""

import hashlib
import json
import sys
from pathlib import Path
from random import Random
from typing import Any


def main(name: str, folder: Path, options: list[str]) -> None:
    """Fuzz a target until the time in the options is over."""
    import atheris

    with atheris.instrument_imports(include=["plywise"]):
        from tests.fuzz.judging import judge
        from tests.fuzz.mutations import mutated_json
        from tests.fuzz.targets import targets

        target = targets()[name]
        for seed in target.inputs:
            target.read(seed)  # what is imported only now is instrumented too

    corpus, findings, seen = folder / "corpus", folder / "findings", set[str]()
    for data in target.inputs:
        (corpus / hashlib.sha1(data).hexdigest()).write_bytes(data)

    def try_input(data: bytes) -> None:
        judgement = judge(target.read, data)
        if judgement.fault and judgement.place not in seen:
            seen.add(judgement.place)
            note(findings, data, judgement.fault, judgement.place)

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        random = Random(seed)
        changed = mutated_json(random, data) if target.is_json and random.random() < 0.5 else None
        return changed[:most] if changed is not None else bytes(atheris.Mutate(data, most))

    atheris.Setup([sys.argv[0], *options, str(corpus)], try_input, custom_mutator=mutate)
    atheris.Fuzz()


def note(findings: Path, data: bytes, fault: str, place: str) -> None:
    """Keep an input and what is wrong with it."""
    name = hashlib.sha1(place.encode()).hexdigest()[:12]
    (findings / f"{name}.input").write_bytes(data)
    said: dict[str, Any] = {"fault": fault, "place": place, "bytes": len(data)}
    (findings / f"{name}.json").write_text(json.dumps(said), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])
