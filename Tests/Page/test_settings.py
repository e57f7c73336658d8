"""Tests the settings page."""
import subprocess

from conftest import PHONE


def test_language_and_theme_are_kept(recorder, visit):
    page = visit().open(recorder.link_to("/settings"))
    page.get_by_label("Language").select_option("de")
    page.get_by_role("heading", name="Einstellungen").wait_for()
    page.get_by_role("radio", name="Dunkel").click()
    page.reload()
    page.get_by_role("heading", name="Einstellungen").wait_for()
    assert page.evaluate("document.documentElement.lang") == "de"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(16, 17, 20)"


def test_what_lies_over_the_preview_is_chosen_there_too(recorder, visit):
    page = visit(still="lecture").open(recorder.link)
    page.wait_for_selector(".meter")
    page.get_by_role("link", name="Settings", exact=True).click()
    page.get_by_role("radio", name="Thirds").click()
    page.get_by_role("switch", name="Audio meters").click()
    page.get_by_role("link", name="Record", exact=True).click()
    page.wait_for_selector(".guides path", state="attached")
    assert page.locator(".meters").count() == 0


def test_the_link_lets_another_browser_in(recorder, visit, tmp_path):
    page = visit(viewport=PHONE).open(recorder.link_to("/settings"))
    assert page.get_by_role("img", name="Link with the token").count() == 0
    page.get_by_role("button", name="Show the link").click()
    code = tmp_path / "code.png"
    page.get_by_role("img", name="Link with the token").screenshot(path=code)
    read = subprocess.run(["zbarimg", "--quiet", "--raw", code], capture_output=True, text=True, check=True).stdout.strip()
    assert read == recorder.link
    link = page.get_by_role("textbox", name="Link with the token").input_value()
    assert link == recorder.link
