"""Tests more of what is made of a finished take: cuts, subtitles, cut lists, speakers, copies elsewhere, and pre-roll takes."""
import pathlib
import re
import subprocess
import time

import pytest

from processes import TIED
from recorder import ROOT, Recorder
from test_making import MAKING, NEAR, begin, delete, length_of, made, page, row, take

__all__ = ["page", "take"]

TALKING = """\
cameras:
  back: {device: test, size: 640x360, rate: 15}
  front: {device: test:gradient, size: 640x360, rate: 15}
microphones: {anna: {device: test}, ben: {device: test}}
combined: {layout: pip, size: 640x360, rate: 15}
recording: {directory: %s, pre-roll: 3s}
encoders: {default: {use: x264, preset: ultrafast, keyframes: 1s}}
budget: {enforce: off, shed: []}
"""


def described(path):
    """Returns the words over the picture of a file, and their times."""
    return subprocess.run(
        ["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-map", "0:s", "-f", "srt", "-"], capture_output=True, check=True, text=True).stdout


def test_parts_of_the_middle_are_cut_out(recorder, page, take):
    page.get_by_role("button", name="Cut…").click()
    dialog = page.get_by_role("dialog", name="Cut")
    for number, (begin_at, end_at) in enumerate([("1", "2"), ("4", "0:04.5")]):
        dialog.get_by_role("button", name="Leave a part out").click()
        part = dialog.get_by_role("group", name=f"Part {number + 1} that is left out")
        part.get_by_label("From", exact=True).fill(begin_at)
        part.get_by_label("To", exact=True).fill("0")
        dialog.get_by_text("One of the times is not right.").wait_for()
        part.get_by_label("To", exact=True).fill(end_at)
    dialog.get_by_role("button", name="Leave a part out").click()
    dialog.get_by_role("button", name="Keep part 3").click()
    for name in ("Combined", "front"):
        dialog.get_by_role("switch", name=name).uncheck()
    begin(page)
    page.locator(".work[data-state=done]").wait_for(timeout=MAKING)
    [file] = made(recorder, take)
    assert abs(length_of(recorder.takes / take / file["path"]) - 4.5) < NEAR
    delete(page, file["path"])


def test_subtitles_are_chosen_from_a_file(recorder, page, take, tmp_path):
    (tmp_path / "words.srt").write_text("1\n00:00:00,500 --> 00:00:01,700\nHello\n\n2\n00:00:02,000 --> 00:00:04,000\nWorld\n\n")
    (tmp_path / "long.srt").write_text("x" * 1_000_000)
    page.get_by_role("button", name="Export…").click()
    dialog = page.get_by_role("dialog", name="Export")
    dialog.get_by_role("radio", name="Square").check()
    dialog.get_by_label("Subtitles (.srt)").set_input_files(tmp_path / "long.srt")
    dialog.get_by_text("The file is too large.").wait_for()
    dialog.get_by_label("Subtitles (.srt)").set_input_files(tmp_path / "words.srt")
    dialog.get_by_role("button", name="Leave words.srt out").wait_for()
    begin(page)
    row(page, "square.mp4").wait_for(timeout=MAKING)
    words = described(recorder.takes / take / "square.mp4")
    assert "Hello" in words and "World" in words
    delete(page, "square.mp4")


def test_a_cut_list_is_taken_away_changed_and_sent_back(recorder, visit, take, tmp_path):
    visitor = visit()
    # The browser logs it, too.
    visitor.borne.append("422")
    page = visitor.open(recorder.link_to(f"/takes/{take}"))
    page.get_by_role("button", name="Draw again…").click()
    dialog = page.get_by_role("dialog", name="Draw the combined picture again")
    dialog.get_by_role("radio", name="By a cut list").check()
    assert dialog.get_by_role("button", name="Begin").get_attribute("aria-disabled") == "true"
    with page.expect_download() as download:
        dialog.get_by_role("link", name="Download the cut list").click()
    assert download.value.suggested_filename == f"{take}.cuts.yaml"
    download.value.save_as(tmp_path / "cuts.yaml")
    assert (tmp_path / "cuts.yaml").read_text().rstrip().splitlines()[-1].startswith("cuts:")
    # A mistake is reported with its line, and the dialog stays open.
    (tmp_path / "wrong.yaml").write_text("cuts:\n  - at: 1s\n    mian: front\n")
    dialog.get_by_label("Changed list").set_input_files(tmp_path / "wrong.yaml")
    dialog.get_by_role("button", name="Begin").click()
    dialog.get_by_text("edit:3:5: cuts[0].mian: unknown key").wait_for()
    (tmp_path / "cuts.yaml").write_text("cuts:\n  - {at: 2s, main: front, inset: back}\n")
    dialog.get_by_label("Changed list").set_input_files(tmp_path / "cuts.yaml")
    begin(page)
    page.locator(".work[data-state=done]").wait_for(timeout=MAKING)
    [file] = made(recorder, take)
    row(page, file["path"]).get_by_text("Drawn again").wait_for()
    assert abs(length_of(recorder.takes / take / file["path"]) - 6) < 2 * NEAR
    delete(page, file["path"])


@pytest.fixture(scope="module")
def talking(tmp_path_factory):
    """A program with two people with a microphone each, a pre-roll, a place for backups, and a stand-in for PeerTube."""
    folder = tmp_path_factory.mktemp("talking")
    (folder / "copies").mkdir()
    (folder / "peertube").mkdir()
    service = subprocess.Popen(
        [*TIED, "python3", "-B", "-u", ROOT / "Tests/Publishing/peertube.py", folder / "peertube", "{}"],
        stdout=subprocess.PIPE, text=True)
    password = folder / "password"
    password.write_text("sécret\n")
    password.chmod(0o600)
    published = f"publish: {{to: 'peertube:http://127.0.0.1:{int(service.stdout.readline())}', user: ann, password-file: {password}}}\n"
    # Scheduled backups run at night, and may then be faster than the button.
    recorder = Recorder(folder, TALKING + f"backup: {{to: '{folder}/copies', when: night}}\n" + published).start()
    yield recorder
    recorder.stop()
    service.terminate()
    service.wait()


def test_what_has_just_been_is_kept_by_a_button(talking, visit):
    page = visit(still="lecture").open(talking.link)
    button = page.get_by_role("button", name="Record the last 0:03")
    button.wait_for()
    time.sleep(4)
    button.click()
    finished = talking.await_event("finished")
    assert abs(length_of(next(pathlib.Path(finished["folder"]).glob("*_back_*.mov"))) - 3) < 1.8  # The file begins at a key frame.
    button.wait_for()


def test_without_a_past_there_is_no_such_button(recorder, visit):
    page = visit(still="lecture").open(recorder.link)
    page.get_by_role("button", name="Start recording").wait_for()
    page.get_by_role("button", name="Split").wait_for()
    assert page.get_by_role("button", name=re.compile("^Record the last")).count() == 0


def test_a_take_is_drawn_by_who_speaks_and_backed_up(talking, visit):
    talking.command("record", duration="4s")
    take = talking.await_event("finished")["folder"].split("/")[-1]
    page = visit().open(talking.link_to(f"/takes/{take}"))
    page.get_by_role("button", name="Draw again…").click()
    dialog = page.get_by_role("dialog", name="Draw the combined picture again")
    dialog.get_by_role("radio", name="Who speaks").check()
    dialog.get_by_label("Who speaks before front").select_option("")
    dialog.get_by_text("Choose a microphone for two cameras at least.").wait_for()
    dialog.get_by_label("Who speaks before front").select_option("ben")
    begin(page)
    page.locator(".work[data-state=done]").wait_for(timeout=MAKING)
    [work] = talking.request("GET", "/api/v1/jobs")[1]["jobs"]
    assert work["arguments"] == {"by-speaker": "back=anna,front=ben"}
    page.locator(".work").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Back up now").click()
    page.get_by_text("Backed up", exact=True).wait_for(timeout=MAKING)
    assert page.get_by_role("button", name="Back up now").count() == 0
    assert (talking.folder / "copies" / take / "session.json").exists()


def test_a_take_is_published(talking, visit):
    talking.command("record", duration="2s")
    take = talking.await_event("finished")["folder"].split("/")[-1]
    page = visit().open(talking.link_to(f"/takes/{take}"))
    button = page.get_by_role("button", name="Publish")
    button.wait_for()
    assert button.get_attribute("title").startswith("Hands it over to peertube:http://127.0.0.1:")
    button.click()
    page.locator(".work[data-state=done]").wait_for(timeout=MAKING)
    [published] = talking.request("GET", f"/api/v1/sessions/{take}")[1]["published"]
    assert published["state"] == "published" and published["files"][0]["as"] == "video"
    # A file that was handed over is not offered again.
    button.wait_for(state="detached")


def test_without_a_place_there_is_no_copy_to_ask_for(recorder, page):
    page.get_by_role("button", name="Check files").wait_for()
    assert page.get_by_role("button", name="Publish").count() == 0
    assert page.get_by_role("button", name="Back up now").count() == 0
