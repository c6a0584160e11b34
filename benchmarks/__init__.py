"""How fast Outplay is beside what people use today: `python -m benchmarks` or `make bench`.

Every figure is a ratio or a time measured in one run on one machine; each run is appended
to `RESULTS.md`, also when it is bad. None of this is a test: tests do not measure time.
"""
