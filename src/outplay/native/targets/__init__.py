"""Where compiled programs run: the seam between the front end and a machine.

The front end writes a program in LLVM's language, `entry(address) -> status`, and knows nothing of
the machine but what a target says:

- which intrinsics and function attributes there are (`attributes`, `prelude`);
- how constants travel: as arrays of words in the program itself (`front/static.py`), so that a
  target gets them with the code and needs no memory of the host's;
- how errors come back: as the status that `entry` returns, 0 if there was none. Which status stands
  for what is the program's (`Built.errors`), and `errors.py` makes exceptions of it.

The processor is the only one (`cpu.py`).
"""
