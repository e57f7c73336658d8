import assert from "node:assert/strict";
import { test } from "node:test";
import type { PipelinePlan, PlannedCost, PlannedOutput } from "../Sources/api/generated";
import { textsIn } from "./languages";
import { choices, costText, keyOf, outputsOf, priced, refusal, valueOf, variantOf } from "../Sources/plan/choices";

const texts = textsIn("en");
const output: PlannedOutput = {
  name: "back", codec: "h264", encoder: "x264", width: 800, height: 600, rate: "30", bitrate: 4e6, "bytes-per-hour": 1.8e9,
};
const cost: PlannedCost = {
  total: 0.5, binding: "cpu", limit: 0.9, fits: true, refused: false, measured: true, margin: 0.1, cpu: { cores: 1 }, branches: [],
};
const plan = (part: Partial<PlannedCost> = {}): PipelinePlan =>
  ({ obstacle: null, cost: { ...cost, ...part }, "bytes-per-hour": 4.1e9, outputs: [output], directory: "/films" });
const size = { value: "1280x720", label: "1280x720" };

test("a camera's size is its own, its codec that of its output", () => {
  assert.deepEqual(keyOf("back", "size"), ["cameras", "back", "size"]);
  assert.deepEqual(keyOf("combined", "rate"), ["combined", "rate"]);
  assert.deepEqual(keyOf("back", "codec"), ["encoders", "back", "use"]);
  assert.deepEqual(keyOf("combined", "bitrate"), ["encoders", "combined", "bitrate"]);
});

test("what holds now can be chosen, and codecs that this machine has", () => {
  const labels = (part: "size" | "rate" | "codec" | "bitrate", written?: string) =>
    choices(output, part, ["h264", "mjpeg"], written, texts).map((choice) => choice.label);
  assert.deepEqual(labels("size").slice(0, 2), ["800x600", "3840x2160"]);
  assert.deepEqual(labels("rate"), ["60 fps", "50 fps", "30 fps", "25 fps", "15 fps"]);
  assert.deepEqual(labels("codec"), ["H.264", "MJPEG"]);
  assert.deepEqual(labels("bitrate").slice(0, 2), ["Automatic", "2 Mbps"]);
  assert.deepEqual(labels("bitrate", "500kbps").slice(0, 2), ["500 kbps", "Automatic"]);
  assert.equal(valueOf(output, "bitrate", undefined), "auto");
});

test("a choice is asked about by its key", () => {
  assert.deepEqual(variantOf(output, "codec", "mjpeg", undefined), { "encoders.back.use": "mjpeg" });
  assert.deepEqual(variantOf(output, "bitrate", "auto", undefined), {});
  assert.equal(variantOf(output, "bitrate", "auto", "2Mbps"), null);
});

test("a choice has its price", () => {
  assert.equal(costText(plan(), "cost", texts), "50% of the machine, 4.1 GB an hour");
  assert.deepEqual(priced(size, plan(), texts), { ...size, label: "1280x720 · 50%, 4.1 GB an hour" });
  assert.deepEqual(priced(size, undefined, texts), size);
  assert.equal(
    priced(size, plan({ fits: false, total: 0.95 }), texts).label, "1280x720 · 95%, 4.1 GB an hour; may be too much for this machine");
});

test("what the budget refuses, or no device delivers, cannot be chosen, and says why", () => {
  const refused = priced(size, plan({ fits: false, refused: true, total: 1.4 }), texts);
  assert.equal(refused.obstacle, "too much: processor 140% of 90%");
  assert.equal(refused.label, "1280x720 · too much: processor 140% of 90%");
  const none: PipelinePlan = { obstacle: "No camera delivers that.", cost: null, "bytes-per-hour": null, outputs: [], directory: null };
  assert.equal(priced(size, none, texts).obstacle, "What it costs is not known: No camera delivers that.");
  assert.equal(costText(none, "cost", texts), null);
  assert.equal(refusal(plan(), texts), undefined);
});

test("outputs are those of the text, and of the file where the text cannot be planned", () => {
  const other = { ...plan(), outputs: [{ ...output, name: "front" }] };
  const none = { ...plan(), obstacle: "No camera delivers that.", outputs: [] };
  const names = (text: PipelinePlan | null, file: PipelinePlan | null) => outputsOf({ plan: text, basis: file }).map((one) => one.name);
  assert.deepEqual([names(other, plan()), names(null, plan()), names(none, plan()), names(none, null)], [["front"], ["back"], ["back"], []]);
});
