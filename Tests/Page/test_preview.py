"""The picture over which everything lies: that it is the cameras', and that it moves."""
import time

# The frame counter that test cameras burn into their pictures (Scripts/frame_mark.py), read from the canvas.
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

def test_the_picture_is_the_cameras_and_moves(recorder, visit):
    page = visit().open(recorder.link)
    page.wait_for_function(f"() => ({COUNTER})() !== null")
    # Whoever joins is shown at first what has come since the last key frame.
    page.wait_for_timeout(500)
    first, begin = page.evaluate(COUNTER), time.monotonic()
    page.wait_for_timeout(1500)
    frames, seconds = page.evaluate(COUNTER) - first, time.monotonic() - begin
    # At 15 frames a second; a loaded machine leaves some out, or shows some late.
    assert 7 * seconds < frames < 15 * seconds + 6


def test_the_picture_without_webcodecs(recorder, visit):
    visitor = visit()
    visitor.context.add_init_script("delete window.VideoDecoder")
    page = visitor.open(recorder.link)
    page.wait_for_function(f"() => ({COUNTER})() !== null")
    # Whoever joins is shown at first what has come since the last key frame.
    page.wait_for_timeout(500)
    first, begin = page.evaluate(COUNTER), time.monotonic()
    page.wait_for_timeout(1500)
    frames, seconds = page.evaluate(COUNTER) - first, time.monotonic() - begin
    assert 7 * seconds < frames < 15 * seconds + 6
