"""Tests the size, frame rate, codec and bitrate of outputs, and the cost that each choice shows."""
import re

import pytest

from conftest import NARROW, at_any_size
from recorder import QUICK, Recorder

FIGURES = r"\d+%, [\d.]+ GB an hour"


@pytest.fixture
def changeable(tmp_path):
    """A program whose pipeline file the test changes."""
    recorder = Recorder(tmp_path, QUICK.replace("enforce: off", "enforce: on, limit: 1")).start()
    yield recorder
    recorder.stop()


def open_outputs(page):
    page.get_by_role("button", name="Controls", exact=True).click()
    page.get_by_role("tab", name="Outputs", exact=True).click()
    page.get_by_text(re.compile("^Now: ")).wait_for()


def details(page, output):
    """Opens the choices of an output."""
    place = page.locator("section.panel-group", has_text=f"Bitrate: {output}").locator(".output-details")
    place.locator("summary").click()
    place.locator("option", has_text=re.compile(FIGURES)).first.wait_for(state="attached")
    return place


def open_form_outputs(page):
    """Opens the form's group of outputs. Cameras and the combined picture have groups of the same names elsewhere."""
    group = page.locator("details.settings-group", has=page.locator("summary", has_text="Outputs and what they cost"))
    group.locator("summary", has_text="Outputs and what they cost").click()
    return group


def test_a_choice_is_priced_chosen_and_saved_for_the_next_take(changeable, visit, screenshot):
    before = changeable.file.read_text()
    page = visit(still="lecture").open(changeable.link)
    page.wait_for_selector('.preview-canvas[data-status="live"]')
    changeable.command("record")
    changeable.await_event("recording")
    open_outputs(page)
    back = details(page, "back")
    sizes = back.get_by_label("Size").locator("option")
    texts = sizes.all_inner_texts()
    assert texts[-1].startswith("640x360 · ") and re.search(FIGURES, texts[-1]), texts
    loads = [int(re.search(r"(\d+)%", text)[1]) for text in texts if text.startswith(("640x360", "1280x720"))]
    assert loads[0] > loads[1], texts
    assert any(re.search(FIGURES, text) for text in back.get_by_label("Codec").locator("option").all_inner_texts())
    back.get_by_label("Frame rate").select_option("15")
    page.get_by_text(re.compile(r"^Changed: \d+% of the machine, [\d.]+ GB an hour$")).wait_for()
    page.get_by_text("Holds from the next take on; the cameras are off for a moment: cameras.back.rate").wait_for()
    screenshot(page, "outputs-changed")
    assert changeable.file.read_text() == before
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Saved: ").wait_for()
    assert "back: {device: test, size: 640x360, rate: 15}" in changeable.file.read_text()
    assert "cameras.back.rate" in changeable.await_event("reloaded")["later"]
    changeable.command("stop")
    changeable.await_event("finished")


def test_what_the_budget_refuses_cannot_be_chosen(recorder, visit):
    """The figures come from the program. The test raises the cost above the budget, because the machine may be of any size."""
    visitor = visit(still="lecture")

    def refuse(route):
        answer = route.fetch()
        told = answer.json()
        for variant, plan in zip(route.request.post_data_json["variants"], told["plans"]):
            if "3840x2160" in variant.values():
                plan["cost"] |= {"total": 1.4, "limit": 0.9, "binding": "cpu", "fits": False, "refused": True}
        route.fulfill(response=answer, json=told)

    visitor.context.route("**/api/v1/pipeline/check", refuse)
    page = visitor.open(recorder.link)
    open_outputs(page)
    option = details(page, "Combined").get_by_label("Size").locator("option", has_text="3840x2160")
    assert option.inner_text() == "3840x2160 · too much: processor 140% of 90%" and option.is_disabled()


def test_the_form_shows_what_it_costs(recorder, visit, screenshot):
    page = visit().open(recorder.link_to("/settings/pipeline"))
    page.get_by_text(re.compile("^Now: ")).wait_for()
    open_form_outputs(page).locator("summary", has_text=re.compile("^combined$")).click()
    bitrate = page.get_by_label("Bitrate")
    bitrate.locator("option", has_text=re.compile("^16 Mbps · " + FIGURES)).wait_for(state="attached")
    assert re.search(r"^Automatic · " + FIGURES, bitrate.locator("option").first.inner_text())
    bitrate.select_option("16Mbps")
    page.get_by_text(re.compile("^Changed: ")).wait_for()
    assert "combined: {bitrate: 16Mbps}" in page.locator("textarea").input_value()
    screenshot(page, "form-outputs")
    bitrate.select_option("auto")
    page.wait_for_function("() => !document.querySelector('textarea').value.includes('16Mbps')")


def test_nothing_is_cut_off(recorder, visit, screenshot):
    page = visit(still="lecture", viewport=NARROW).open(recorder.link)
    page.wait_for_selector('.preview-canvas[data-status="live"]')
    open_outputs(page)
    details(page, "back")
    for name in at_any_size(page, screenshot, "outputs"):
        wide = page.evaluate("() => [...document.querySelectorAll('#panel-body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => e.className)")
        assert wide == [], name
    page.goto(recorder.url + "/settings/pipeline")
    page.get_by_text(re.compile("^Now: ")).wait_for()
    open_form_outputs(page).locator("summary", has_text=re.compile("^back$")).click()
    page.locator("option", has_text=re.compile(FIGURES)).first.wait_for(state="attached")
    for name in at_any_size(page, screenshot, "form"):
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), name
