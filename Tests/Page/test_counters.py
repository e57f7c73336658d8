"""Tests the players of a take by the frame counters that the test cameras draw into their pictures."""
import pytest

from processes import until

PICTURES = 40
# Reads the counter of every player for a number of display frames, or until the film is over.
COUNTERS = """(count) => new Promise((done) => {
  const pen = new OffscreenCanvas(320, 16).getContext('2d', {willReadFrequently: true}), rows = [];
  const read = (video) => {
    const scale = video.videoWidth / 640;
    pen.drawImage(video, 0, video.videoHeight - 16 * scale, 320 * scale, 16 * scale, 0, 0, 320, 16);
    const data = pen.getImageData(0, 8, 320, 1).data;
    const levels = Array.from({length: 20}, (_, block) => data[(block * 16 + 8) * 4 + 1]);
    const white = Math.min(levels[1], levels[3]), black = Math.max(levels[0], levels[2]);
    if (white - black < 60) return null;
    return levels.slice(4).reduce((number, level) => number * 2 + (level > (white + black) / 2 ? 1 : 0), 0);
  };
  const step = () => {
    rows.push(Object.fromEntries([...document.querySelectorAll('.picture')].map((one) => [one.dataset.output, read(one.querySelector('video'))])));
    if (rows.length < count && ![...document.querySelectorAll('video')].some((video) => video.ended)) requestAnimationFrame(step);
    else done(rows);
  };
  step();
})"""


APART = """() => {
  const times = [...document.querySelectorAll('video')].map((video) => video.currentTime);
  return Math.max(...times) - Math.min(...times);
}"""


@pytest.fixture(scope="module")
def recorder(quick_recorder):
    return quick_recorder


def test_three_players_show_the_same_frame(recorder, visit):
    take = recorder.record(9)
    page = visit().open(recorder.link_to(f"/takes/{take}"))
    page.wait_for_function("() => [...document.querySelectorAll('video')].filter((one) => one.readyState >= 3).length === 3")
    # The middle of a frame, so that rounding cannot change the result.
    page.evaluate("""() => Promise.all([...document.querySelectorAll('video')].map((one) => new Promise((done) => {
        one.onseeked = done;
        one.currentTime = 5 + 1 / 60;
    })))""")
    still = page.evaluate(COUNTERS, 6)[-1]
    # The cameras began to count at different times, and the combined picture has its own clock.
    usual = {output: number - still["back"] for output, number in still.items()}
    page.keyboard.press("[")
    page.keyboard.press("Space")
    # A busy machine shows pictures late for a while. In one playing, nine of ten pictures and the players' clocks have to agree.
    seen = []

    def show_the_same():
        rows = page.evaluate(COUNTERS, PICTURES)
        if len(rows) < PICTURES:
            return False
        seen.append((steps(rows, usual), page.evaluate(APART)))
        frames, apart = seen[-1]
        return frames <= 1 and apart < 0.02

    def play_again():
        if page.evaluate("() => [...document.querySelectorAll('video')].some((video) => video.ended)"):
            page.wait_for_function("() => [...document.querySelectorAll('video')].every((video) => video.paused || video.ended)")
            page.keyboard.press("Space")
            page.wait_for_function("() => document.querySelector('video').currentTime > 0.2")

    told = "frames apart in nine of ten pictures, and seconds apart by their clocks, of so many pictures each"
    until(show_the_same, lambda: f"{told}: {seen}", play_again)
    print(f"{told}: {seen}")


def steps(rows, usual):
    """Returns the maximum distance in frames within nine of ten pictures. A picture that is being drawn while it is read has no number."""
    whole = [row for row in rows if None not in row.values()]
    assert len(whole) > PICTURES // 3
    apart = sorted(max(abs(row[output] - row["back"] - usual[output]) for output in row) for row in whole)
    return apart[len(apart) * 9 // 10]
