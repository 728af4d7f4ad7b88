"""Tests leave the settings as they found them."""

import pytest
from cg_calculator import settings


@pytest.fixture(autouse=True)
def same_settings():
    before = settings.memory, settings.time, settings.games, settings.notation
    yield
    settings.memory, settings.time, settings.games, settings.notation = before


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: takes seconds")
