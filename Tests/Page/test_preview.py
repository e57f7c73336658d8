"""Tests that the picture behind all controls is the cameras' own, and that it moves."""
# The frame counter that test cameras draw into their pictures (Tests/Tools/frame_mark.py), read from the canvas.
COUNTER = """() => {
  const shown = document.querySelector('.preview-canvas'), scale = shown.width / 640;
  const pen = new OffscreenCanvas(shown.width, shown.height).getContext('2d', {willReadFrequently: true});
  pen.drawImage(shown, 0, 0);
  const at = (block) => {
    const x = Math.round((block + 0.5) * 16 * scale), y = Math.round(shown.height - 8 * scale);
    const [r, g, b] = pen.getImageData(x, y, 1, 1).data;
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const levels = Array.from({length: 20}, (_, block) => at(block));
  const threshold = (Math.min(levels[1], levels[3]) + Math.max(levels[0], levels[2])) / 2;
  if (Math.min(levels[1], levels[3]) - Math.max(levels[0], levels[2]) < 60) return null;
  return levels.slice(4).reduce((number, level) => number * 2 + (level > threshold ? 1 : 0), 0);
}"""

# True after this many pictures, each later than the one before it, of which enough directly follow the previous one. A stream that is opened
# again first shows the pictures since the last key frame, so that counting starts again. Counters restart after 65535.
GOES_ON = f"""([pictures, successive]) => {{
  const number = ({COUNTER})(), seen = window.seenCounters ??= [];
  const step = (at) => (seen[at] - seen[at - 1] + 65536) % 65536;
  if (number === null || number === seen.at(-1)) return false;
  seen.push(number);
  if (seen.length > 1 && step(seen.length - 1) > 32768) seen.splice(0, seen.length - 1);
  return seen.length >= pictures && seen.filter((_, at) => at > 0 && step(at) === 1).length >= successive;
}}"""


def test_the_picture_is_the_cameras_and_moves(recorder, visit):
    page = visit().open(recorder.link)
    page.wait_for_function(f"() => ({COUNTER})() !== null")
    page.wait_for_function(GOES_ON, arg=[20, 5])
    assert page.locator(".preview-canvas").get_attribute("data-status") == "live"


def test_the_picture_without_webcodecs(recorder, visit):
    visitor = visit()
    visitor.context.add_init_script("delete window.VideoDecoder")
    page = visitor.open(recorder.link)
    page.wait_for_function(f"() => ({COUNTER})() !== null")
    # A busy machine may skip every second picture of a JPEG stream.
    page.wait_for_function(GOES_ON, arg=[20, 0])
    assert page.locator(".preview-canvas").get_attribute("data-status") == "live"
