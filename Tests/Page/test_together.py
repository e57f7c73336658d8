"""Tests a page together with its server and with other people."""


def test_two_browsers_see_each_others_changes(recorder, visit):
    one, other = (visit(still="lecture").open(recorder.link) for _ in range(2))
    for page in (one, other):
        page.wait_for_selector("main")
    one.get_by_role("button", name="Start recording").click()
    other.get_by_role("button", name="Stop recording").wait_for()
    other.get_by_role("button", name="Stop recording").click()
    one.get_by_role("button", name="Start recording").wait_for()
    recorder.await_event("finished")


def test_a_page_outlives_its_server(own_recorder, visit):
    page = visit(still="lecture").open(own_recorder.link)
    page.get_by_role("button", name="Start recording").wait_for()
    page.evaluate("window.isTheSame = true")
    own_recorder.stop()
    lost = page.locator("p", has_text="Connection lost")
    lost.wait_for()
    own_recorder.start()
    # The page recovers by itself.
    lost.wait_for(state="detached")
    page.get_by_role("button", name="Start recording").click()
    own_recorder.await_event("recording")
    page.get_by_role("button", name="Stop recording").click()
    own_recorder.await_event("finished")
    assert page.evaluate("window.isTheSame")
