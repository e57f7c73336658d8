"""Tests that changes of takes and the pipeline file by other people appear at once, with the name of the person."""
from conftest import PHONE
from shown import Shown
from test_people import PHONE_AGENT

# Turns off the regular reading of takes, so that a page learns of a change only from an event.
NO_READING_BY_ITSELF = """
  const begin = window.setInterval;
  window.setInterval = (work, pause, ...more) => begin(work, pause === 5000 ? 2 ** 31 - 1 : pause, ...more);
"""


def test_changes_of_takes_are_told(own_recorder, visit, screenshot):
    name = own_recorder.record(2)
    visitor, other = visit(still="lecture"), visit(still="lecture", user_agent=PHONE_AGENT, viewport=PHONE)
    visitor.context.add_init_script(NO_READING_BY_ITSELF)
    page, phone = visitor.open(own_recorder.link), other.open(own_recorder.link)
    for one in (page, phone):
        one.get_by_role("button", name="2 people").wait_for()
        one.get_by_role("link", name="Takes", exact=True).click()
        one.locator(f'[data-take="{name}"]').wait_for()
    # A poster that is still being made when its take is deleted is not found.
    page.wait_for_function("(name) => document.querySelector(`[data-take='${name}'] img.poster`)?.naturalWidth > 0", arg=name)
    shown, own = Shown(page), Shown(phone)
    phone.get_by_role("link", name=f"Open {name}").click()
    phone.get_by_role("button", name="Rename").click()
    phone.get_by_label("Name").fill("Lecture 3")
    phone.get_by_label("Name").press("Enter")
    shown.wait("Phone 1: Take renamed")
    page.get_by_role("heading", name="Lecture 3").wait_for()
    phone.get_by_role("button", name="Delete").click()
    shown.wait("Phone 1: Take deleted")
    screenshot(page, "told-in-takes")
    page.locator(f'[data-take="{name}"]').wait_for(state="detached")
    phone.get_by_role("button", name="Undo").click()
    shown.wait("Phone 1: Deletion undone")
    page.locator(f'[data-take="{name}"]').wait_for()
    # The person who made the change is not notified.
    assert own.texts == []
    page.get_by_role("link", name="Record", exact=True).click()
    page.get_by_role("button", name="2 people").click()
    rows = page.get_by_role("region", name="Who is here").get_by_role("listitem")
    assert "Deletion undone, " in rows.filter(has_text="Phone 1 · in control").inner_text()


def test_a_saved_pipeline_file_is_told(own_recorder, visit):
    page, phone = visit(still="lecture").open(own_recorder.link), visit(still="lecture", user_agent=PHONE_AGENT, viewport=PHONE).open(own_recorder.link)
    for one in (page, phone):
        one.get_by_role("button", name="2 people").wait_for()
        one.get_by_role("link", name="Settings", exact=True).click()
        one.get_by_role("link", name="Open the pipeline file").click()
        one.get_by_text("No problem found.").wait_for()
    shown, own = Shown(page), Shown(phone)
    phone.get_by_role("radio", name="Text").click()
    text = phone.locator("textarea").input_value() + "# by phone\n"
    phone.locator("textarea").fill(text)
    phone.wait_for_function("() => !document.querySelector('.pipeline-saving button').ariaDisabled")
    phone.get_by_role("button", name="Save", exact=True).click()
    shown.wait("Phone 1: Pipeline file saved")
    page.wait_for_function("() => document.querySelector('textarea').value.endsWith('# by phone\\n')")
    assert not any("Pipeline file saved" in text for text in own.texts)
