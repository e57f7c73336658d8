import assert from "node:assert/strict";
import { test } from "node:test";
import { change, type Value, valueAt } from "../Sources/settings/edit";
import { NotUnderstood, parse } from "../Sources/settings/yaml";

const text = `# Two cameras
name: talk   # said in titles

cameras:
  back:
    device: auto              # the first
    size: 1920x1080
  front: {device: "alsa: x", size: 640x360}
  side: auto
microphone: auto
combined:
  inset: {camera: front, position: bottom-right}   # small
  overlays:
    title:
      text: |
        Two
        lines
storage: {warn-at: [10GB, 5GB], keep-free: 1GB}
thermal:
  zones:
    - one
    - two
budget: {}
recording:
`;

test("values are found", () => {
  const root = parse(text);
  const found: [string, string | string[] | null | undefined][] = [
    ["name", "talk"], ["cameras.back.size", "1920x1080"], ["cameras.front.device", "alsa: x"], ["cameras.side.device", "auto"],
    ["cameras.side.size", undefined], ["microphone.device", "auto"], ["combined.inset.position", "bottom-right"],
    ["storage.warn-at", ["10GB", "5GB"]], ["thermal.zones", ["one", "two"]], ["combined.overlays.title.text", null], ["recording", ""],
  ];
  for (const [path, value] of found) assert.deepEqual(valueAt(root, path.split(".")), value, path);
});

test("one value is changed, and nothing else", () => {
  const changes: [string, Value, string, string][] = [
    ["name", "A: b", "name: talk   # said", 'name: "A: b"   # said'],
    ["cameras.back.size", "1280x720", "size: 1920x1080\n  front", "size: 1280x720\n  front"],
    ["cameras.back.rate", "15", "    size: 1920x1080\n", "    size: 1920x1080\n    rate: 15\n"],
    ["cameras.back.zoom-centre.x", "20%", "    size: 1920x1080\n", "    size: 1920x1080\n    zoom-centre:\n      x: 20%\n"],
    ["cameras.front.rate", "15", "size: 640x360}", "size: 640x360, rate: 15}"],
    ["cameras.front.device", null, '{device: "alsa: x", size', "{size"],
    ["cameras.front.size", null, ", size: 640x360}", "}"],
    ["cameras.side.rate", "15", "side: auto", "side: {device: auto, rate: 15}"],
    ["cameras.side.device", "test", "side: auto", "side: {device: test}"],
    ["microphone.gain", "3dB", "microphone: auto", "microphone: {device: auto, gain: 3dB}"],
    ["combined.layout", "pip", "        lines\n", "        lines\n  layout: pip\n"],
    ["combined.overlays", null, "  overlays:\n    title:\n      text: |\n        Two\n        lines\n", ""],
    ["storage.warn-at", ["2GB", "a, b"], "[10GB, 5GB]", '[2GB, "a, b"]'],
    ["thermal.fair", "70C", "    - two\n", "    - two\n  fair: 70C\n"],
    ["budget.limit", "0.5", "budget: {}", "budget: {limit: 0.5}"],
    ["recording.segment", "5min", "recording:\n", "recording:\n  segment: 5min\n"],
    ["encoders.default.use", "x264", "recording:\n", "recording:\nencoders:\n  default:\n    use: x264\n"],
    ["battery.warn", null, "", ""],
  ];
  for (const [path, value, before, after] of changes) {
    assert(text.includes(before), path);
    assert.equal(change(text, path.split("."), value), text.replace(before, () => after), path);
  }
});

test("a file without an end of its last line, and an empty one", () => {
  assert.equal(change("name: a", ["recording", "segment"], "5min"), "name: a\nrecording:\n  segment: 5min\n");
  assert.equal(change("cameras: {back: auto}", ["cameras", "back", "size"], "640x360"), "cameras: {back: {device: auto, size: 640x360}}");
  assert.equal(change("", ["name"], "a"), "name: a\n");
  assert.equal(change("a:", ["a"], "b"), "a: b");
});

test("what is not understood is left alone", () => {
  for (const strange of ["a: &x 1\nb: *x", "--- {}\n", "a: !!str 1", "a: b\n   c", "\ta: b", "a: [1", "a: {b: 1", "a: b: c", "- a"]) {
    assert.throws(() => parse(strange), NotUnderstood, strange);
  }
});
