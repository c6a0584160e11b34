"""Marking: a student's answer beside the right algorithm, and beside wrong ones."""

from outplay.explain.grading.grades import Grade, grade

__all__ = ["Grade", "grade"]
