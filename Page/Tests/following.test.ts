import assert from "node:assert/strict";
import { test } from "node:test";
import { correction, Corrections, Difference } from "../Sources/takes/following";

test("a player that is behind plays faster for as long as it takes", () => {
  assert.deepEqual(correction(0.005), { kind: "none" });
  assert.deepEqual(correction(-0.3), { kind: "jump" });
  for (const behind of [0.02, -0.02, 0.2, -0.2]) {
    const wanted = correction(behind);
    if (wanted.kind !== "rate") throw new Error(wanted.kind);
    assert(Math.abs(wanted.rate - 1) <= 0.25);
    assert(Math.abs((wanted.rate - 1) * wanted.seconds - behind) < 1e-9);
  }
});

test("what changing the rate costs is learned", () => {
  for (const cost of [0, 0.025, -0.01, 0.06]) {
    const corrections = new Corrections();
    let behind = 0.04;
    for (let turn = 0; turn < 4; turn++) {
      const wanted = corrections.next(behind);
      if (wanted.kind === "rate") behind += cost - (wanted.rate - 1) * wanted.seconds;
    }
    assert.deepEqual(corrections.next(behind), { kind: "none" }, `${cost}: ${behind}`);
  }
});

test("a correction that ends late is wrong by little, and no cost is learned from it", () => {
  const measured = 1.6;
  for (const cost of [0, 0.025, 0.06]) {
    for (const late of [0, 0.1, 0.2]) {
      const corrections = new Corrections();
      let behind = 0.15;
      for (let turn = 0; turn < 5; turn++) {
        const wanted = corrections.next(behind, measured);
        if (wanted.kind !== "rate") break;
        assert(wanted.seconds >= measured);
        const excess = (wanted.rate - 1) * late;
        behind += cost - (wanted.rate - 1) * wanted.seconds - excess;
        corrections.exceeded(excess);
      }
      assert.deepEqual(corrections.next(behind, measured), { kind: "none" }, `${cost}, ${late}: ${behind}`);
    }
  }
});

test("a difference is the middle of its readings, when there are enough", () => {
  const difference = new Difference();
  for (const reading of [9, 0.01, 0.01, 0.01, 0.02, 0.02, -9, 0.02]) difference.take(reading);
  assert.equal(difference.value, null);
  difference.take(0.03);
  assert.equal(difference.value, 0.02);
  difference.forget();
  assert.equal(difference.value, null);
  for (let reading = 0; reading < 12; reading++) difference.take(0, 0.25 * reading);
  assert.equal(difference.span, 2);
});
