"""The browser's part of Scripts/bench preview: opens the page several times, then records when each frame is drawn."""
import json
import sys

import playwright.sync_api

OPENINGS = 5
# One frame in so many is read, because reading costs the browser time.
EVERY = 4

# Records each picture that is drawn on the preview's canvas, and the counter of some of them.
HOOK = """
window.drawn = []; window.firstDrawn = null;
const draw = CanvasRenderingContext2D.prototype.drawImage, pen = new OffscreenCanvas(320, 16).getContext('2d', {willReadFrequently: true});
let number = 0;
CanvasRenderingContext2D.prototype.drawImage = function (...given) {
  draw.apply(this, given);
  if (!this.canvas.matches?.('.preview-canvas')) return;
  const now = performance.now(), scale = this.canvas.width / 1280;
  window.firstDrawn ??= now;
  if (!window.isMeasuring || number++ % EVERY) return;
  pen.drawImage(this.canvas, 0, this.canvas.height - 16 * scale, 320 * scale, 16 * scale, 0, 0, 320, 16);
  const row = pen.getImageData(0, 8, 320, 1).data, levels = Array.from({length: 20}, (_, block) => row[(block * 16 + 8) * 4 + 1]);
  const white = Math.min(levels[1], levels[3]), black = Math.max(levels[0], levels[2]);
  if (white - black < 60) return;
  window.drawn.push([now, levels.slice(4).reduce((sum, level) => sum * 2 + (level > (white + black) / 2 ? 1 : 0), 0)]);
};""".replace("EVERY", str(EVERY))
if sys.argv[3] == "jpeg":
    HOOK += "delete window.VideoDecoder;"

# The page's clock minus the recording's, in ms, by the quickest of many answers.
OFFSET = """async () => {
  const headers = {Authorization: 'Bearer ' + localStorage.getItem('dualcam.token')};
  let best = [Infinity, 0];
  for (let turn = 0; turn < 40; turn++) {
    const begin = performance.now(), state = await (await fetch('/api/v1/state', {headers, cache: 'no-store'})).json(), end = performance.now();
    if (end - begin < best[0]) best = [end - begin, (begin + end) / 2 - state['running-time'] * 1000];
  }
  return best;
}"""


def main():
    link, seconds = sys.argv[1], float(sys.argv[2])
    with playwright.sync_api.sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 1280, "height": 720})
        context.add_init_script(HOOK)
        first = []
        for _ in range(OPENINGS):
            page = context.new_page()
            page.goto(link)
            page.wait_for_function("() => window.firstDrawn !== null")
            first.append(page.evaluate("firstDrawn"))
            page.close()
        page = context.new_page()
        page.goto(link)
        page.wait_for_function("() => window.firstDrawn !== null")
        page.wait_for_timeout(2000)
        page.evaluate("window.isMeasuring = true")
        page.wait_for_timeout(seconds * 1000)
        page.evaluate("window.isMeasuring = false")
        agreement, offset = page.evaluate(OFFSET)
        json.dump({"first": first, "drawn": page.evaluate("drawn"), "offset": offset, "agreement": agreement / 2}, sys.stdout)
        browser.close()


main()
