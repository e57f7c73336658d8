"""The picture over which everything lies: that it is the cameras', that it moves, and that words over it can be read."""
import io
import time

import pytest
from PIL import Image

from recorder import Recorder

LEAST_CONTRAST = 4.5  # WCAG 2.2 AA, for text

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

# Texts over the picture: where they are, and their colour.
TEXTS = """() => {
  const found = [], walker = document.createTreeWalker(document.querySelector('.app'), NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()); ) {
    const element = node.parentElement, style = getComputedStyle(element);
    if (node.data.trim() === '' || !element.checkVisibility({visibilityProperty: true, opacityProperty: true}) || style.clipPath !== 'none') continue;
    if (element.closest('.visually-hidden, .skip, [aria-disabled=true], :disabled')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 4 || box.top < 0 || box.bottom > innerHeight) continue;
    const colour = style.color.match(/[\\d.]+/g).slice(0, 3).map(Number);
    found.push({text: node.data.trim(), box: [box.left, box.top, box.right, box.bottom], colour});
  }
  return found;
}"""


def luminance(colour):
    parts = [part / 255 for part in colour[:3]]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_picture_is_the_cameras_and_moves(recorder, visit):
    page = visit().open(recorder.link)
    page.wait_for_function(f"() => ({COUNTER})() !== null")
    first, begin = page.evaluate(COUNTER), time.monotonic()
    page.wait_for_timeout(1500)
    frames, seconds = page.evaluate(COUNTER) - first, time.monotonic() - begin
    # At 30 frames a second; a loaded machine leaves some out, or shows some late.
    assert 15 * seconds < frames < 30 * seconds + 10


@pytest.mark.parametrize("pattern", ["white", "black", "snow"])
def test_words_over_any_picture_can_be_read(tmp_path, visit, screenshot, pattern):
    recorder = Recorder(tmp_path, f"""\
cameras: {{back: {{device: "test:{pattern}", size: 640x360}}}}
microphone: none
recording: {{directory: %s}}
encoders: {{default: {{use: x264, preset: ultrafast}}}}
""").start()
    try:
        for scheme in ("light", "dark"):
            page = visit(color_scheme=scheme).open(recorder.link)
            page.get_by_role("button", name="Start recording").wait_for()
            page.wait_for_selector('.preview-canvas[data-status="live"]')
            page.wait_for_timeout(300)
            texts = page.evaluate(TEXTS)
            picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            screenshot(page, f"over-{pattern}-{scheme}")
            assert len(texts) > 3
            low = []
            for one in texts:
                # The letters cover the smaller part of their box: its median is what lies behind them.
                pixels = sorted(picture.crop([round(edge) for edge in one["box"]]).get_flattened_data(), key=luminance)
                ratio = contrast(one["colour"], pixels[len(pixels) // 2])
                if ratio < LEAST_CONTRAST:
                    low.append((one["text"], round(ratio, 2)))
            assert low == [], scheme
    finally:
        recorder.stop()
