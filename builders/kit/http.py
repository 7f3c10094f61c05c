"""Questions to a public web service: paced, patient, and bounded."""

from __future__ import annotations

import http.client
import random
import sys
import time
import urllib.error
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import NamedTuple, TypeVar
from urllib.parse import urlencode, urlsplit

from builders.kit.bounded import Bounds, LedAstrayError, TooMuchError, opened
from equimask.core.errors import DataError, OptionError
from equimask.version import REPOSITORY, __version__

# Public services ask that a client says what it is and where its people can be reached.
USER_AGENT = f"equimask/{__version__} (+{REPOSITORY})"

TOO_MANY_REQUESTS, GATEWAY_TIMEOUT = 429, 504
# Who is not even reachable at the first contact is rather misspelled than out of order.
FIRST_CONTACT_TRIES = 3
_T = TypeVar("_T")


class PassingFailureError(Exception):
    """The same question may well be answered later; `wait` is what the service asked for."""

    def __init__(self, what: str, wait: float | None = None, *, reached: bool = True) -> None:
        super().__init__(what)
        self.wait, self.reached = wait, reached


class TookTooLongError(Exception):
    """No answer in time: the question is better asked in smaller parts."""


class Answer(NamedTuple):
    """What came back, whatever its status; `headers` by their names in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class Manners:
    """How often to ask, how long to wait for an answer, and when to give up; times in seconds."""

    pause: float = 1.0
    timeout: float = 70.0
    tries: int = 8
    first_wait: float = 1.0
    longest_wait: float = 60.0
    # A service that asks for more is obeyed by ending, not by a process that sleeps for hours.
    longest_asked: float = 1800.0
    # Bytes of an answer, unpacked: the largest window of people has some millions.
    most: int = 1 << 28


class PoliteClient:
    """A service that is asked by POST; `advice` is the last sentence of the error that gives up."""

    def __init__(
        self,
        url: str,
        manners: Manners | None = None,
        *,
        advice: str = "Try again later.",
        sleep: Callable[[float], None] = time.sleep,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        if not _is_web_address(url):
            raise OptionError(
                expected="an address that begins with https:// or http://",
                got=repr(url),
                fix="Give the whole address, such as https://query.wikidata.org/sparql.",
            )
        self.url, self.manners, self.advice = url, manners or Manners(), advice
        self._sleep, self._jitter = sleep, jitter
        self._asked_before = self._reached = False

    def ask(
        self, form: Mapping[str, str], read: Callable[[Answer], _T], *, accept: str = "*/*"
    ) -> _T:
        """What `read` makes of the answer; it is asked again while failures seem to pass.

        `read` sees every status and says what it means: by its result, by one of the errors
        above, or by an error for the user. Waits double, with jitter, and are never shorter
        than the service asks for.
        """
        attempt = 0
        while True:
            attempt += 1
            try:
                answer = self._once(form, accept)
                self._reached = True
                return read(answer)
            except PassingFailureError as failure:
                self._wait_or_give_up(failure, attempt)

    def _wait_or_give_up(self, failure: PassingFailureError, attempt: int) -> None:
        manners = self.manners
        strange = not (failure.reached or self._reached)
        most = min(manners.tries, FIRST_CONTACT_TRIES) if strange else manners.tries
        whole = min(manners.longest_wait, manners.first_wait * 2 ** (attempt - 1))
        # A service that asks for less than our own wait, or for none, is no reason to hurry.
        wait = max(failure.wait or 0.0, whole * (0.5 + self._jitter() / 2))
        if attempt >= most or wait > manners.longest_asked:
            raise DataError(
                expected=f"an answer from {self.url}",
                got=f"{failure} ({attempt} {'try' if attempt == 1 else 'tries'})"
                + (f", and to come back in {wait:.0f} s" if failure.wait else ""),
                fix=("Check the address and the network. " if strange else "") + self.advice,
            ) from failure
        if wait > 5:
            print(f"note: {failure}; asking again in {wait:.0f} s", file=sys.stderr)
        self._sleep(wait)

    def _once(self, form: Mapping[str, str], accept: str) -> Answer:
        if self._asked_before:
            self._sleep(self.manners.pause)
        self._asked_before = True
        manners = self.manners
        try:
            with opened(
                self.url,
                Bounds(manners.most, silence=manners.timeout, whole=manners.timeout),
                data=urlencode(form).encode("ascii"),
                headers={"User-Agent": USER_AGENT, "Accept": accept, "Accept-Encoding": "gzip"},
            ) as response:
                return Answer(response.status, response.headers, b"".join(response.blocks()))
        except (TooMuchError, LedAstrayError) as error:
            raise DataError(
                expected=f"an answer of bounded size from {self.url}"
                if isinstance(error, TooMuchError)
                else f"an answer from {self.url} itself",
                got=str(error),
                fix=f"Check the address. {self.advice}",
            ) from error
        except urllib.error.URLError as error:  # it was never reached
            raise PassingFailureError(f"no connection: {error.reason}", reached=False) from error
        except TimeoutError as error:
            raise TookTooLongError(f"no answer within {manners.timeout:g} s") from error
        except (OSError, EOFError, zlib.error, http.client.HTTPException) as error:
            kind = type(error).__name__
            raise PassingFailureError(f"a connection that broke off ({kind})") from error


def check_status(answer: Answer) -> None:
    """Nothing for a success; otherwise the error that fits the status."""
    status = answer.status
    if 200 <= status < 300:
        return
    reason = f"HTTP {status} {http.client.responses.get(status, '')}".rstrip()
    if status == GATEWAY_TIMEOUT:
        raise TookTooLongError(reason)
    if status in (408, 425, TOO_MANY_REQUESTS) or status >= 500:
        raise PassingFailureError(reason, retry_after(answer.headers.get("retry-after")))
    words = " ".join(answer.body[:2000].decode("utf-8", "replace").split())[:200]
    raise DataError(
        expected="a question that the service accepts",
        got=f"{reason}: {words}" if words else reason,
        fix="Check the address: it must be that of the service itself, not of a page about it."
        if status != 403
        else "The service refuses this client: wait a day and ask with a longer pause.",
    )


def retry_after(header: str | None) -> float | None:
    """The seconds of a `Retry-After` header, which has a number or a date; None without one."""
    if not header:
        return None
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except (ValueError, OverflowError):  # a year or a zone of twenty digits
        return None


def _is_web_address(url: str) -> bool:
    """Whether it can be asked at all: what cannot would look like a service that fails."""
    try:
        parts = urlsplit(url)
        _ = parts.port  # raises for what is no number
    except ValueError:
        return False
    written = url.isascii() and url.isprintable() and " " not in url
    return written and parts.scheme in ("http", "https") and bool(parts.hostname)
