"""Settings for all tests."""

from hypothesis import settings

# Machines that run tests are shared and slow now and then: a slow example is no failure.
settings.register_profile("laconic", deadline=None)
settings.load_profile("laconic")
