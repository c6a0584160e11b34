"""Exercises: trees chosen for what they teach, blank sheets and answer keys."""

from outplay.explain.exercises.exercise import Cut, Exercise, ExerciseSpec, exercises

__all__ = ["Cut", "Exercise", "ExerciseSpec", "exercises"]
