# SPDX-License-Identifier: Apache-2.0
"""The complete C interface in ctypes, name for name, one module per header.

Nothing here is pleasant or safe; it exists so that the layer above never declares a C type. A
test compares every function, enum value, struct size and field offset with the header.
"""

from . import audio, base, control, engine, error, event, log, stream_engine, travel, video

__all__ = [
    "audio",
    "base",
    "control",
    "engine",
    "error",
    "event",
    "log",
    "stream_engine",
    "travel",
    "video",
]
