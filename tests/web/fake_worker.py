"""A worker with tiny jobs under the names of the real ones, for tests of processes and turns.

Its args say what it does: nap, spin, end, grow, print … It is run as a program.
"""

import contextlib
import json
import os
import sys
import time
from pathlib import Path

from outplay.errors import IllegalAction
from outplay.search import ready
from outplay.web import worker


def nap(context, args, tell):
    """Sleeps for what it was given, or asked; a stop wakes it."""
    until = time.monotonic() + min(args.get("nap", 0.0), context.seconds)
    while time.monotonic() < until and not context.stopped:
        time.sleep(0.01)
    told = {"given": context.seconds, "stopped": context.stopped, "speed": context.speed}
    return {"name": args.get("name"), **told}


def count(context, args, tell):
    """An analysis: goes one deeper each 0.05 s."""
    depth = 0
    while not context.stopped and context.seconds > 0 and depth < args.get("end", 10_000):
        time.sleep(0.05)
        depth += 1
        tell({"state": "thinking", "depth": depth, "speed": context.speed})
    return {"state": "done", "depth": depth, "speed": context.speed}


def misbehave(context, args, tell):
    """What rules may do."""
    what = args.get("what", "")
    if what in ("spin", "deaf") and "mark" in args:
        Path(args["mark"]).touch()
    if what == "spin":
        while True:
            pass
    if what == "deaf":  # it comes back, but hears no stop
        time.sleep(args["nap"])
    if what == "end":
        os._exit(7)
    if what == "end once" and not Path(args["mark"]).exists():
        Path(args["mark"]).write_text("was here", encoding="ascii")
        os._exit(7)
    if what == "exit":
        raise SystemExit
    if what == "grow":
        hoard = [bytearray(1 << 20) for _ in range(100_000)]
        return {"size": len(hoard)}
    if what == "grow at once":
        return {"size": len(bytearray(1 << 50))}
    if what == "print":
        print("a rule prints", flush=True)
        os.write(1, b'{"id": 1, "result": "a rule writes"}\n')
        try:
            input()
        except EOFError:
            return {"said": "nothing to read"}
    if what == "forge":  # answers in place of the worker, as far as it finds where to write
        for file in range(3, 30):
            with contextlib.suppress(OSError):
                os.write(file, args["line"].encode() + b"\n")
        time.sleep(1)
    if what == "miss":  # native code that is not on disk
        ready.missing.append(None)
    if what == "raise":
        return {"never": 1 / 0}
    if what == "refuse":
        raise IllegalAction("That is no move.")
    if what == "endless":
        return {"number": float("inf")}
    if what == "long":
        return {"text": "x" * (worker.LONGEST_ANSWER + 1)}
    return {"pid": os.getpid(), "nice": os.nice(0), "own": context.own}


def worker_kind():
    return json.loads(sys.argv[1])["kind"]


def compile_one(context, args, tell):
    """Compiles by name: `never` needs too much memory, `gone` ends the process."""
    game, log = args["game"], Path(args["with"]["log"])
    if worker_kind() != "compile":
        return {}
    time.sleep(args["with"].get("nap", 0))
    first = not log.exists() or f" {game}\n" not in log.read_text(encoding="ascii")
    with log.open("a", encoding="ascii") as lines:
        lines.write(f"{os.getpid()} {game}{' for a ' + args['job'] if 'job' in args else ''}\n")
    if game == "gone" or (game == "gone once" and first):
        os._exit(3)
    if game == "never":
        raise MemoryError
    return {}


fakes = {
    "compile": compile_one,
    "move": nap,
    "hint": misbehave,
    "analyse": count,
    "look": misbehave,
    "explain": misbehave,
}
real = worker.find
worker.find = lambda name: fakes.get(name) or real(name)
worker.Worker._prepare = lambda self: None  # no engine is needed here

if __name__ == "__main__":
    worker.main()
