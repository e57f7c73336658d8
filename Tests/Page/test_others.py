"""What somebody else changes of takes and of the pipeline file: it is told with who has done it, and seen at once."""
from conftest import PHONE
from test_people import PHONE_AGENT

SOON = 1_000  # ms


def test_changes_of_takes_are_told(own_recorder, visit, screenshot):
    name = own_recorder.record(2)
    page, phone = visit(still="lecture").open(own_recorder.link), visit(still="lecture", user_agent=PHONE_AGENT, viewport=PHONE).open(own_recorder.link)
    for one in (page, phone):
        one.get_by_role("button", name="2 people").wait_for()
        one.get_by_role("link", name="Takes", exact=True).click()
        one.locator(f'[data-take="{name}"]').wait_for()
    # A poster that is still being made when its take goes is not found.
    page.wait_for_function("(name) => document.querySelector(`[data-take='${name}'] img.poster`)?.naturalWidth > 0", arg=name)
    phone.get_by_role("link", name=f"Open {name}").click()
    phone.get_by_role("button", name="Rename").click()
    phone.get_by_label("Name").fill("Lecture 3")
    phone.get_by_label("Name").press("Enter")
    page.get_by_text("Phone 1: Take renamed").wait_for(timeout=SOON)
    page.get_by_role("heading", name="Lecture 3").wait_for(timeout=SOON)
    phone.get_by_role("button", name="Delete").click()
    page.get_by_text("Phone 1: Take deleted").wait_for(timeout=SOON)
    screenshot(page, "told-in-takes")
    page.locator(f'[data-take="{name}"]').wait_for(state="detached", timeout=SOON)
    phone.get_by_role("button", name="Undo").click()
    page.get_by_text("Phone 1: Deletion undone").wait_for(timeout=SOON)
    page.locator(f'[data-take="{name}"]').wait_for(timeout=SOON)
    # Whoever has done it knows.
    assert phone.locator(".news-item").count() == 0
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
    phone.get_by_role("radio", name="Text").click()
    text = phone.locator("textarea").input_value() + "# by phone\n"
    phone.locator("textarea").fill(text)
    phone.wait_for_function("() => !document.querySelector('.pipeline-saving button').ariaDisabled")
    phone.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Phone 1: Pipeline file saved").wait_for()
    page.wait_for_function("() => document.querySelector('textarea').value.endsWith('# by phone\\n')")
    assert phone.get_by_text("Pipeline file saved").count() == 0
