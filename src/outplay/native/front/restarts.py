"""Why a program is built anew from the start: something of it has turned out another way."""

from __future__ import annotations


class NoRecord(Exception):
    """A dict or list that was taken for a record is none: all begins anew."""


class PythonHashes(Exception):
    """The order of a set of strings matters: hashes are those of this process."""


class WiderCharacters(Exception):
    """A string has characters that do not fit one byte: all are made of four."""
