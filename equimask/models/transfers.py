"""Numbers over to a device and back: one transfer each way for a batch, and one wait."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from equimask.core.arrays import Floats

_QUEUES = ("cuda", "xpu")  # devices that copy from pinned memory while they compute


def send(values: Sequence[torch.Tensor], device: torch.device) -> list[torch.Tensor]:
    """Whole numbers, as one transfer; each comes out whole and contiguous."""
    if device.type == "cpu":
        return list(values)
    packed = torch.cat([value.reshape(-1).to(torch.int64) for value in values])
    if device.type in _QUEUES:  # a copy from other memory would wait for all that is queued
        packed = packed.pin_memory()
    packed = packed.to(device, non_blocking=device.type in _QUEUES)
    parts = packed.split([value.numel() for value in values])
    return [p.view(v.shape).to(v.dtype) for p, v in zip(parts, values, strict=True)]


class Fetch:
    """Numbers on their way back; asked for when they are needed, they may be there already."""

    def __init__(self, values: Sequence[torch.Tensor]) -> None:
        self._shapes = [value.shape for value in values]
        self._arrived: Any = None
        self._copy: torch.Tensor | Sequence[torch.Tensor] = values
        device = values[0].device
        if any(value.device.type == "cpu" for value in values):
            return
        packed = torch.cat([value.reshape(-1).to(_wide(device)) for value in values])
        if device.type in _QUEUES:  # behind this batch, and before the next one
            self._copy = packed.to("cpu", non_blocking=True)
            runtime = getattr(torch, device.type)
            with runtime.device(device):  # events and streams are those of the current device
                self._arrived = runtime.Event()
                self._arrived.record(runtime.current_stream(device))
        else:
            self._copy = packed

    def wait(self) -> list[Floats]:
        """As float64, which holds ids, truth values and float32 exactly."""
        if isinstance(self._copy, torch.Tensor):
            if self._arrived is not None:
                self._arrived.synchronize()
            flat = self._copy.cpu().double()
            parts: Any = flat.split([shape.numel() for shape in self._shapes])
            return [p.view(s).numpy() for p, s in zip(parts, self._shapes, strict=True)]
        return [np.asarray(value.cpu().double().numpy()) for value in self._copy]


def _wide(device: torch.device) -> torch.dtype:
    return torch.float32 if device.type == "mps" else torch.float64
