"""Tests the pipeline file in the settings: as a form and as text, checked while it is edited, and saved if that is allowed."""
import pytest

from conftest import PHONE
from recorder import Recorder

TEXT = "textarea"
SAVED = "() => !document.querySelector('.pipeline-saving button').ariaDisabled"


@pytest.fixture(scope="module")
def editable(tmp_path_factory):
    """A program whose pipeline file the tests change."""
    recorder = Recorder(tmp_path_factory.mktemp("editable")).start()
    yield recorder
    recorder.stop()


def open_pipeline(visitor, recorder):
    page = visitor.open(recorder.link_to("/settings/pipeline"))
    page.get_by_text("No problem found.").wait_for()
    return page


def group(page, *names):
    """Opens a group of the form, and the groups around it."""
    place = page.locator(".pipeline-sections")
    for name in names:
        place = place.locator("> details, > .pipeline-fields > details, > div > details").filter(
            has=page.locator("> summary", has_text=name)).first
        if place.get_attribute("open") is None:
            place.locator("> summary").click()
    return place.locator("> .pipeline-fields")


def save(page):
    page.wait_for_function(SAVED)
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Saved: ").wait_for()


def test_a_change_in_the_form_is_saved_and_taken_over(editable, visit):
    before = editable.file.read_text()
    page = open_pipeline(visit(), editable)
    back = group(page, "Cameras", "back")
    back.get_by_label("zoom", exact=True).fill("2")
    back.get_by_label("zoom", exact=True).press("Tab")
    assert "size: 640x360, rate: 15, zoom: 2}" in page.locator(TEXT).input_value()
    save(page)
    page.get_by_text("Holds now: cameras.back.zoom").wait_for()
    assert editable.file.read_text() == before.replace("back: {device: test, size: 640x360, rate: 15}", "back: {device: test, size: 640x360, rate: 15, zoom: 2}")
    assert (editable.folder / "pipeline.yaml.bak").read_text() == before
    assert "cameras.back.zoom" in editable.await_event("reloaded")["applied"]
    assert editable.request("GET", "/api/v1/state")[1]["settings"]["zoom.back"]["value"] == 2


def test_a_problem_is_shown_at_its_place_and_not_saved(editable, visit, screenshot):
    before = editable.file.read_text()
    page = open_pipeline(visit(), editable)
    page.locator(TEXT).fill(before.replace("combined: {layout: pip", "combined: {layuot: pip"))
    problem = page.locator(".pipeline-problems").get_by_role("button")
    problem.wait_for()
    assert "combined.layuot unknown key; did you mean 'layout'?" in problem.inner_text()
    screenshot(page, "pipeline-problem")
    assert page.locator("[data-problem]").inner_text() == "5"
    problem.click()
    assert page.evaluate("() => { const area = document.activeElement; return area.value.slice(area.selectionStart, area.selectionEnd) }") == "layuot"
    assert page.get_by_role("button", name="Save", exact=True).get_attribute("aria-disabled") == "true"
    assert page.get_by_role("button", name="Save", exact=True).get_attribute("title") == "Mend the problems first."
    page.get_by_role("button", name="Discard changes").click()
    page.get_by_text("No problem found.").wait_for()
    assert page.locator(TEXT).input_value() == before == editable.file.read_text()


def test_what_runs_programs_is_for_the_machine_alone(editable, visit):
    before = editable.file.read_text()
    page = open_pipeline(visit(), editable)
    page.locator(TEXT).fill(before + "hooks: {finished: [/bin/sh, -c, id]}\n")
    page.get_by_text("may not be changed over the network: it runs programs and calls web addresses; edit the file on the machine").wait_for()
    file = editable.request("GET", "/api/v1/pipeline")[1]
    changed = before + "hooks: {finished: [/bin/sh, -c, id]}\n"
    status, answer = editable.request("PUT", "/api/v1/pipeline", {"text": changed, "hash": file["hash"]})
    assert status == 422 and answer["error"]["advice"] == "Edit the file on the machine."
    assert answer["error"]["message"] == (
        "pipeline.yaml:9:9: hooks.finished: may not be changed over the network: it runs programs and calls web addresses.")
    assert editable.file.read_text() == before


def test_nothing_is_written_over_somebody_elses_change(editable, visit):
    visitor = visit()
    visitor.borne.append("409 (Conflict)")
    page = open_pipeline(visitor, editable)
    text = editable.file.read_text()
    page.locator(TEXT).fill(text + "# mine\n")
    page.wait_for_function(SAVED)
    editable.file.write_text(text + "# theirs\n")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("The file has been changed since it was read.").wait_for()
    assert editable.file.read_text() == text + "# theirs\n"
    page.get_by_role("button", name="Discard changes").click()
    page.wait_for_function("() => document.querySelector('textarea').value.includes('# theirs')")


def test_a_camera_is_added_and_removed_on_a_phone(editable, visit, screenshot):
    page = open_pipeline(visit(viewport=PHONE, has_touch=True), editable)
    page.get_by_label("Name of another camera").fill("side")
    page.get_by_role("button", name="Add a camera").click()
    group(page, "Cameras", "side").get_by_label("size", exact=True).wait_for()
    screenshot(page, "pipeline-phone")
    page.get_by_role("radio", name="Text").click()
    assert "  side:\n    device: auto\n" in page.locator(TEXT).input_value()
    page.get_by_role("radio", name="Form").click()
    page.get_by_role("button", name="Remove side").click()
    assert "side" not in page.locator(TEXT).input_value()


def test_what_the_form_cannot_change_is_left_to_the_text(editable, visit):
    page = open_pipeline(visit(), editable)
    page.locator(TEXT).fill("name: &anchor a\n")
    page.get_by_text("The form cannot change this text.").wait_for()
    page.get_by_role("button", name="Discard changes").click()
    page.locator(".pipeline-sections").wait_for()


def test_devices_and_encoders_are_shown(editable, visit):
    page = visit().open(editable.link_to("/settings"))
    page.get_by_role("button", name="Look what is there").click()
    page.get_by_text("x264", exact=True).wait_for()
    page.get_by_role("heading", name="Microphones").wait_for()


def test_groups_stay_open(recorder, visit):
    """The form is built again if its text could not be parsed for a while, if nothing could be planned, and if somebody returns."""
    visitor = visit()
    page = open_pipeline(visitor, recorder)
    rate = group(page, "Outputs", "back").get_by_label("Frame rate")
    size = group(page, "Cameras", "front").get_by_label("size", exact=True)
    rate.wait_for()
    text = page.locator(TEXT).input_value()
    page.locator(TEXT).fill("name: &anchor a\n")
    page.get_by_text("The form cannot change this text.").wait_for()
    page.locator(TEXT).fill(text)
    rate.wait_for()
    size.wait_for()
    page.get_by_role("link", name="All settings").click()
    page.get_by_role("link", name="Open the pipeline file").click()
    rate.wait_for()
    size.wait_for()
    obstacle = {"obstacle": "No camera delivers that.", "cost": None, "bytes-per-hour": None, "outputs": [], "directory": None}
    told = {"problems": [], "notices": [], "changes": None}
    visitor.context.route("**/api/v1/pipeline/check", lambda route: route.fulfill(
        json=told | {"plans": [obstacle for _ in route.request.post_data_json["variants"]]}))
    page.locator(TEXT).fill(text + "# another\n")
    page.locator(".pipeline-form").get_by_text("No camera delivers that.", exact=True).wait_for()
    rate.wait_for()
