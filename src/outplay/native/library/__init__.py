"""What lists, strings, sets and dicts can do, in Python: compiled along with the rules.

Each function is compiled for the types that it is called with. Words in memory are read and
written by the names of `outplay.native.front.intrinsics`.
"""
