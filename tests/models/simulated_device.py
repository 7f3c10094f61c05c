"""An accelerator that is none: it computes on the processor, counts, and has so much memory.

A tensor that is sent there is wrapped. What is computed from it stays there until it is fetched,
and a look at its numbers from outside is a synchronisation, as it is on a real device.
"""

from __future__ import annotations

import weakref
from collections import Counter
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_map_only

DEVICE = torch.device("meta")  # the one type without numbers of its own
GB = 2**30
_aten = torch.ops.aten
_LOOKS = {
    _aten._local_scalar_dense.default: "item",
    _aten.nonzero.default: "nonzero",
    _aten.masked_select.default: "masked_select",
    _aten.equal.default: "equal",
    _aten.is_nonzero.default: "bool",
    _aten._unique2.default: "unique",
}
_COPIES = (_aten._to_copy.default, _aten.copy_.default)


class OnDevice(torch.Tensor):
    """A tensor of the simulated device; its numbers are those of `inside`."""

    inside: torch.Tensor

    @staticmethod
    def __new__(cls, inside: torch.Tensor) -> OnDevice:
        made: Any = torch.Tensor._make_wrapper_subclass(
            cls,
            inside.shape,
            strides=inside.stride(),
            storage_offset=inside.storage_offset(),
            dtype=inside.dtype,
            device=DEVICE,
        )
        made.inside = inside
        return made

    @classmethod
    def __torch_dispatch__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        raise AssertionError(f"{func} outside the simulation")

    def __repr__(self) -> str:  # type: ignore[override]
        return f"OnDevice({tuple(self.shape)})"


class SimulatedDevice(TorchDispatchMode):
    """Within it, `DEVICE` exists; `waits` are its synchronisations in their order."""

    def __init__(self, memory: int = 24 * GB) -> None:
        super().__init__()
        self.memory, self.used, self.peak = memory, 0, 0
        self.waits: list[str] = []
        self.sent: Counter[str] = Counter()  # by dtype
        self._held: Counter[int] = Counter()

    @property
    def free(self) -> int:
        return self.memory - self.used

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = dict(kwargs or {})
        given = [one for one in torch.utils._pytree.tree_leaves((args, kwargs)) if _there(one)]
        wanted = kwargs.get("device")
        if wanted is not None and torch.device(wanted).type == DEVICE.type:
            kwargs["device"] = torch.device("cpu")
            stays = True
        else:
            stays = bool(given) and wanted is None
        if given and not stays and func in _COPIES:
            self.waits.append("fetch")
        if given and func in _LOOKS:
            self.waits.append(_LOOKS[func])
        if not given and stays and func in _COPIES:
            self.sent[str(args[0].dtype)] += 1
        inside_args, inside_kwargs = tree_map_only(OnDevice, lambda t: t.inside, (args, kwargs))
        found = func(*inside_args, **inside_kwargs)
        if func is _aten._local_scalar_dense.default or not stays:
            return found
        returned = func._schema.returns[0].alias_info
        if given and returned is not None and returned.is_write:  # in place
            return kwargs.get("out", args[0])
        return tree_map_only(torch.Tensor, self._wrapped, found)

    def _wrapped(self, inside: torch.Tensor) -> OnDevice:
        storage = inside.untyped_storage()
        key, size = storage.data_ptr(), storage.nbytes()
        if not self._held[key]:
            if self.used + size > self.memory:
                raise torch.cuda.OutOfMemoryError("simulated device out of memory")
            self.used += size
            self.peak = max(self.peak, self.used)
        self._held[key] += 1
        made = OnDevice(inside)
        weakref.finalize(made, self._released, key, size)
        return made

    def _released(self, key: int, size: int) -> None:
        self._held[key] -= 1
        if not self._held[key]:
            self.used -= size


def _there(value: Any) -> bool:
    return isinstance(value, OnDevice)
