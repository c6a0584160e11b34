"""This machine's processor, by LLVM."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm

from outplay.native.front.prelude import prelude
from outplay.native.source import Unsupported


def fresh_machine(level: int = 3) -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    found = llvm.Target.from_default_triple()
    return found.create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=level,
        reloc="pic",
        codemodel="default",
        jit=True,
    )


machine = functools.cache(fresh_machine)


def optimised(text: str, level: int = 3) -> Any:
    """A module of machine instructions to be.

    What is to be written into others is so first, and then each way through it by itself: once
    LLVM has made one way of two, with a value that differs, it does not take them apart any more,
    neither around a loop nor where it is known of a call that it does not fail.
    """
    module = llvm.parse_assembly(text)
    module.verify()
    target = machine(level)
    if level:
        options = llvm.create_pipeline_tuning_options(speed_level=0)
        builder = llvm.create_pass_builder(target, options)
        manager = builder.getModulePassManager()
        manager.add_jump_threading_pass()
        manager.run(module, builder)
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = options.slp_vectorization = True
    builder = llvm.create_pass_builder(target, options)
    manager = builder.getModulePassManager()
    manager.run(module, builder)
    return module


def object_code(text: str, level: int = 3) -> bytes:
    """Machine code; at level 0 it is made twenty times as fast, and runs slowly."""
    module = optimised(text, level)
    code: bytes = machine(level).emit_object(module)
    return code


_engines: list[Any] = []

OF_THE_COMPILER = tuple(
    f"__{name}"
    for name in (
        "divti3",
        "modti3",
        "udivti3",
        "umodti3",
        "multi3",
        "floattidf",
        "floatuntidf",
        "fixdfti",
        "fixunsdfti",
    )
)
"""What LLVM calls for numbers of 128 bits, which it finds to be enough for some wider ones."""


def _provide(code: bytes) -> None:
    """Tells LLVM where these functions are; raises Unsupported if one is missing.

    It would call it all the same, at address 0.
    """
    for name in OF_THE_COMPILER:
        if name.encode() not in code or llvm.address_of_symbol(name):
            continue
        try:
            function = ctypes.CDLL("libgcc_s.so.1")[name]
        except (OSError, AttributeError):
            raise Unsupported(
                f"there is no {name} on this system, for ints beyond 64 bits."
            ) from None
        llvm.add_symbol(name, ctypes.cast(function, ctypes.c_void_p).value)


def load(code: bytes) -> Callable[[int], int]:
    """`entry(address) -> status` of compiled code."""
    _provide(code)
    backing = llvm.parse_assembly("")
    engine = llvm.create_mcjit_compiler(backing, fresh_machine())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    address = engine.get_function_address("entry")
    _engines.append(engine)
    return ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(address)


class Cpu:
    """The processor that Python runs on."""

    attributes = '{ "prefer-vector-width"="256" "min-legal-vector-width"="0" }'
    """Of all functions of a program.

    LLVM makes vectors of 512 bits of what it finds side by side in a rule, four or eight words:
    they are slower than two of 256 bits, above all to put together and take apart."""

    prelude = staticmethod(prelude)
    load = staticmethod(load)

    def compile(self, text: str, level: int = 3) -> bytes:
        """Machine code; raises RuntimeError where LLVM does not take the text."""
        return object_code(text, level)


CPU = Cpu()
