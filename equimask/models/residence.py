"""Who uses a model now, and where it stays.

A named model stays on the device it was put on, until another needs the room.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakKeyDictionary

import torch
from accelerate.utils.memory import clear_device_cache

from equimask.core.errors import ModelError
from equimask.models.devices import device_of, eager, out_of_memory, same_place, stays_put

_HOME = torch.device("cpu")
_USERS: WeakKeyDictionary[torch.nn.Module, int] = WeakKeyDictionary()  # of each that has settled
_TURNS: WeakKeyDictionary[torch.nn.Module, threading.RLock] = WeakKeyDictionary()
_LOCK = threading.RLock()


@contextmanager
def in_turn(model: torch.nn.Module) -> Iterator[None]:
    """One thread at a time: what one has hooked into a model would answer another."""
    with _LOCK:
        turn = _TURNS.setdefault(model, threading.RLock())
    with turn:
        yield


@contextmanager
def settled(model: torch.nn.Module, device: torch.device) -> Iterator[None]:
    """In evaluation mode on `device`, where it is left: a move may cost more than a pass."""
    with _LOCK:
        _USERS[model] = _USERS.get(model, 0) + 1
    try:
        model.eval()
        _move(model, device)
        with eager():
            yield
    finally:
        with _LOCK:
            _USERS[model] -= 1


def make_room(device: torch.device) -> bool:
    """Send home the models that nobody uses just now; whether there were any."""
    if device.type == _HOME.type:
        return False
    with _LOCK:
        idle = [
            model
            for model, users in _USERS.items()
            if not users and not stays_put(model) and same_place(device_of(model), device)
        ]
        for model in idle:
            model.to(_HOME)
    if idle:
        clear_device_cache(garbage_collection=True)
    return bool(idle)


def _move(model: torch.nn.Module, device: torch.device) -> None:
    if stays_put(model) or same_place(device_of(model), device):
        return
    try:
        _move_or_make_room(model, device)
    except Exception as error:
        if not out_of_memory(error):
            raise
        model.to(_HOME)  # it may have been moved in part
        raise ModelError(
            expected=f"room for the model on {device}",
            got="out of memory while it was moved there",
            fix="Use device_map='auto', dtype='float16', or device='cpu'.",
        ) from error


def _move_or_make_room(model: torch.nn.Module, device: torch.device) -> None:
    try:
        model.to(device)
    except Exception as error:
        if not out_of_memory(error) or not make_room(device):
            raise
        model.to(device)
