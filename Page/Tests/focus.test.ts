import assert from "node:assert/strict";
import { test } from "node:test";
import type { Setting } from "../Sources/api/generated";
import { automatic, cameraAt, correction, dial } from "../Sources/record/focus";

const of = (parts: Record<string, Partial<Setting>>): Record<string, Setting> =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [`controls.back.${name}`, { command: "control", value: null, ...part } as Setting]));
const bias = { "exposure-bias": { value: "-0.5", choices: ["-1.0", "-0.5", "0.0", "0.5", "1.0"] } };
const exposure = { exposure: { value: 100, least: 3, most: 2000 } };

test("the camera on top is the one that is tapped", () => {
  const picture = {
    width: 640, height: 360,
    places: [{ camera: "back", x: 0, y: 0, width: 640, height: 360 }, { camera: "front", x: 480, y: 270, width: 160, height: 90 }],
  };
  assert.equal(cameraAt(picture, { x: 0.1, y: 0.1 }), "back");
  assert.equal(cameraAt(picture, { x: 0.9, y: 0.9 }), "front");
  assert.equal(cameraAt(null, { x: 0.9, y: 0.9 }), null);
});

test("a camera does by itself what its device has a switch for", () => {
  const focus = { focus: { value: "auto" }, focus_automatic_continuous: { value: true } };
  assert.deepEqual(automatic(of(focus), "back"), ["focus"]);
  assert.deepEqual(automatic(of({ ...focus, ...exposure, exposure_auto: {} }), "back"), ["focus", "exposure"]);
  assert.deepEqual(automatic(of({ focus: { value: 10 } }), "back"), []);
  assert.deepEqual(automatic(of({ ...exposure, auto_exposure_bias: {} }), "back"), []);
  assert.deepEqual(automatic(of(focus), "front"), []);
});

test("brighter is a step of the compensation, or a longer exposure", () => {
  const step = dial(of({ ...bias, ...exposure }), "back");
  assert.equal(step?.control, "exposure-bias");
  assert.deepEqual([0, 0.4, 1, 9, -9].map((ev) => step?.at(ev)), ["-0.5", "0.0", "0.5", "1.0", "-1.0"]);
  const time = dial(of(exposure), "back");
  assert.deepEqual([0, 1, -1, 9, -9].map((ev) => time?.at(ev)), [100, 200, 50, 2000, 3]);
  assert.equal(dial(of({ exposure: { value: "auto", least: 3, most: 2000 }, exposure_time_absolute: { value: 50 } }), "back")?.at(1), 100);
  assert.equal(dial(of({ brightness: { value: 1, least: 0, most: 9 } }), "back"), null);
});

test("a spot comes to middle grey, in two stops at most", () => {
  assert.equal(correction(255), -2);
  assert.equal(correction(0), 2);
  assert(Math.abs(correction(255 * 0.18 ** (1 / 2.2))) < 1e-9);
});
