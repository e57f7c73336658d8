import assert from "node:assert/strict";
import { test } from "node:test";
import { histogram, luma, marks } from "../Sources/record/analysis";
import { cornerOf, inCorner, moved, positionOf, scaled, sizeOf } from "../Sources/record/insetGeometry";
import { isClipped, metered, scale } from "../Sources/record/meter";
import { Paced } from "../Sources/record/paced";

const box = { x: 0.7, y: 0.7, width: 0.25, height: 0.25 };
const margin = { x: 0.02, y: 0.03 };
const near = (actual: number, expected: number) => assert(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);

test("an inset stays inside", () => {
  assert.deepEqual(moved(box, 1, 1), { ...box, x: 0.75, y: 0.75 });
  assert.deepEqual(moved(box, -1, 0), { ...box, x: 0 });
});

test("an inset is resized about its corner, as far as there is room", () => {
  const larger = scaled(box, 2, "bottom-right");
  near(larger.x + larger.width, box.x + box.width);
  near(larger.width, 0.5);
  near(scaled(box, 10, "bottom-right").width, 0.95);
  near(scaled(box, 0.01, "top-left").width, 0.05);
  const centred = scaled({ x: 0.4, y: 0.4, width: 0.2, height: 0.2 }, 2, "center");
  near(centred.x, 0.3);
});

test("near a corner it is in the corner", () => {
  for (const corner of ["top-left", "top-right", "bottom-left", "bottom-right"] as const) {
    const there = inCorner(corner, box, margin);
    assert.equal(cornerOf(there, margin), corner);
    assert.equal(cornerOf(moved(there, 0.02 * (there.x < 0.5 ? 1 : -1), 0), margin), corner);
  }
  assert.equal(cornerOf({ ...box, x: 0.4, y: 0.4 }, margin), null);
});

test("positions and sizes are written as commands take them", () => {
  assert.deepEqual(positionOf({ ...box, x: 0.12345 }, null), { x: "12.3%", y: "70%" });
  assert.equal(positionOf(box, "top-left"), "top-left");
  assert.equal(sizeOf(box), "25%");
});

test("the newest value is sent, one at a time, and not too often", async () => {
  const sent: number[] = [];
  let answer: () => void = () => undefined;
  let now = 0;
  const paced = new Paced<number>((value) => {
    sent.push(value);
    return new Promise<void>((resolve) => { answer = resolve; });
  }, 0, () => now);
  paced.push(1);
  paced.push(2);
  paced.push(3);
  assert.deepEqual(sent, [1]);
  now = 1;
  answer();
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(sent, [1, 3]);
});

test("a meter holds its peak for a while and remembers clipping", () => {
  let meter = metered(undefined, { peak: [-6], rms: [-20] }, 0);
  meter = metered(meter, { peak: [-30], rms: [-40] }, 1000);
  assert.deepEqual(meter.hold, [-6]);
  meter = metered(meter, { peak: [-30], rms: [-40] }, 2000);
  assert.deepEqual(meter.hold, [-30]);
  assert(!isClipped(meter, 2000));
  meter = metered(meter, { peak: [0], rms: [-3] }, 3000);
  assert(isClipped(meter, 4000));
  assert(!isClipped(meter, 5500));
  assert.deepEqual(metered(undefined, { peak: [-90], rms: [-90] }, 100).hold, [-90]);
});

test("a meter's scale goes from -60 dB to 0", () => {
  assert.equal(scale(0), 1);
  assert.equal(scale(-60), 0);
  assert.equal(scale(-Infinity), 0);
  assert(scale(-12) > 0.6);
});

test("brightness, its histogram, edges and what is too bright", () => {
  const lumas = luma(new Uint8ClampedArray([255, 255, 255, 255, 0, 0, 0, 255]));
  assert.deepEqual([...lumas], [255, 0]);
  assert.equal(histogram(lumas)[63], 1);
  const [width, height] = [9, 5];
  const split = Uint8Array.from({ length: width * height }, (_, index) => (index % width < 4 ? 0 : 255));
  const alpha = (pixels: Uint8ClampedArray, x: number) => pixels[(2 * width + x) * 4 + 3];
  const peaking = marks(split, width, height, { peaking: true, zebra: false, phase: 0 });
  assert.deepEqual([alpha(peaking, 2), alpha(peaking, 4)], [0, 255]);
  const zebra = marks(split, width, height, { peaking: false, zebra: true, phase: 0 });
  assert.deepEqual([alpha(zebra, 2), alpha(zebra, 6)], [0, 200]);
});
