import sys

from outplay.explain.grading.student.program import main

main(*sys.argv[1:3])
