"""Tests that nobody gets in without the token."""
import pytest

from axe import violations
from conftest import DESKTOP, PHONE, WISHES, wish_for
from test_views import compare_schemes

WRONG = "This token is not right. Perhaps it has been replaced."


def open_gate(visit, recorder, **options):
    """Opens the page without the token. It needs its own program, which slows down its answers to an address that sends many wrong
    tokens."""
    visitor = visit(**options)
    # The browser itself logs that the server asks for the token.
    visitor.borne += ["401 (Unauthorized)", "HTTP Authentication failed"]
    page = visitor.open(recorder.url)
    page.get_by_role("heading", name="This page needs its link").wait_for()
    return page


def enter(page, token):
    page.get_by_label("Token").fill(token)
    page.get_by_role("button", name="Enter").click()


def test_the_right_token_opens_it_and_a_wrong_one_is_told(own_recorder, visit):
    page = open_gate(visit, own_recorder)
    assert page.get_by_role("alert").count() == 0
    enter(page, "guessed")
    page.get_by_role("alert").get_by_text(WRONG).wait_for()
    enter(page, f" {own_recorder.token} ")
    page.get_by_role("button", name="Start recording").wait_for()
    page.reload()
    page.get_by_role("button", name="Start recording").wait_for()


def test_axe_finds_nothing(own_recorder, visit):
    page = open_gate(visit, own_recorder)
    enter(page, "guessed")
    page.get_by_text(WRONG).wait_for()
    found = []
    for wish in WISHES:
        wish_for(page, wish)
        found += violations(page, wish)
    assert found == []


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_it_looks_as_it_did(own_recorder, visit, screenshot, request, size):
    page = open_gate(visit, own_recorder, viewport={"phone": PHONE, "desktop": DESKTOP}[size])
    enter(page, "guessed")
    page.get_by_text(WRONG).wait_for()
    assert compare_schemes(page, f"gate-{size}", request, screenshot) == []
