"""The front end: everyday Python to LLVM's language, with types of its own."""
