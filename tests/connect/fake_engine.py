"""A UCI engine that knows no chess: it plays what it is told to, or misbehaves.

`fake_engine.py MANNER MOVE …`: manners are `plays`, `slow`, `dies`, `sleeps`, `mute`.
"""

import sys
import time

manner, *moves = sys.argv[1:]
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "uci" and manner != "mute":
        print("id name Fake 1.0\noption name Style type string default plain\nhello\nuciok")
    elif word == "isready":
        print("readyok")
    elif word == "go":
        if manner == "dies":
            sys.exit(3)
        if manner == "sleeps":
            time.sleep(60)
        if manner == "slow":
            time.sleep(0.4)
        print("info depth 1 score cp 7 pv e2e4\ninfo string 1 < 2")
        print(f"bestmove {moves.pop(0) if moves else '(none)'}")
    elif word == "quit":
        break
    sys.stdout.flush()
