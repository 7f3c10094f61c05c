"""The process that scores for visitors: it knows no secret, has little memory, and may be ended.

It reads a job from each line of its standard input and answers in lines of JSON on its standard
output: how far it is, and in the end what the page shows. `jobs` starts it and ends it.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, TextIO

from equimask.core.errors import EquimaskError, ModelError
from equimask.core.progress import Tally, line, told_by
from equimask.models.devices import out_of_memory
from equimask.models.loading import forget_models
from equimask.models.tokenizers import has_failed
from equimask.space.limits import MAX_DOWNLOAD, gigabytes
from equimask.space.scoring import Fields, measure
from equimask.space.show import error_html, result_html

READY, LINE, SHARE, SHOWN = "ready", "line", "share", "shown"
_TOLD_AGAIN = 0.2  # seconds
_LOOKS = 1.0  # seconds between two looks for whoever started this process

Say = Callable[[dict[str, Any]], None]


class Piped:
    """A voice that says on the pipe how far a job is."""

    def __init__(self, say: Say) -> None:
        self._say, self._told = say, 0.0

    def tell(self, tally: Tally) -> None:
        """If it is time to."""
        if tally.now - self._told >= _TOLD_AGAIN:
            self._told = tally.now
            self._say({LINE: line(tally), SHARE: tally.share})

    def close(self, tally: Tally, finished: bool) -> None:
        """The result says that it is done."""


def answer(metric: str, fields: Fields, memory: int) -> str:
    """What the page shows: a result, or an error alone; `memory` is what a job may have."""
    try:
        return result_html(measure(metric, fields))
    except EquimaskError as error:
        return error_html(error)
    except BaseException as error:  # a tokenizer panics, a model's code may raise anything
        if not has_failed(error):
            raise
        if isinstance(error, Exception) and out_of_memory(error):
            return error_html(too_much_memory(memory))
        logging.getLogger(__name__).exception("%s of %s", metric, fields.model)
        failure = ModelError(
            expected="a model that can be read like a masked language model",
            got=f"{type(error).__name__} while it was read",
            fix="Try another model, or run it on your own machine to see the whole message.",
        )
        return error_html(failure)


def too_much_memory(most: int) -> ModelError:
    """What a visitor is told whose job wanted more than its share."""
    return ModelError(
        expected=f"a job of at most {gigabytes(most)} of memory on this shared page",
        got="one that wants more",
        fix="Choose a smaller model or shorter texts, or score it on your own machine: "
        "equimask score METRIC MODEL.",
    )


def main(memory: int) -> None:
    """Jobs, one after another, until nobody asks any more."""
    _bound(memory)
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    pipe = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what libraries print is no answer
    say = _sayer(pipe)
    say({READY: True})
    loaded: str | None = None
    for text in sys.stdin:
        job = json.loads(text)
        fields = Fields(**job["fields"])
        if fields.model != loaded:
            forget_models()  # two of the largest would not fit
            loaded = fields.model
        with told_by(lambda: Piped(say)):
            shown = answer(job["metric"], fields, memory)
        say({SHOWN: shown})


def _sayer(pipe: TextIO) -> Say:
    lock = threading.Lock()

    def say(message: dict[str, Any]) -> None:
        with lock:
            print(json.dumps(message), file=pipe, flush=True)

    return say


def _bound(memory: int) -> None:
    """Memory and files, for this process and whatever it starts; where the system can."""
    try:
        import resource
    except ImportError:
        return
    for kind, most in (
        (resource.RLIMIT_DATA, memory),
        (resource.RLIMIT_FSIZE, MAX_DOWNLOAD),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(kind)[1]
        resource.setrlimit(kind, (most if hard < 0 else min(most, hard), hard))


def _end_with(parent: int) -> None:
    """A page that was killed leaves nobody behind."""
    while os.getppid() == parent:
        time.sleep(_LOOKS)
    os._exit(1)


if __name__ == "__main__":
    main(int(sys.argv[1]))
