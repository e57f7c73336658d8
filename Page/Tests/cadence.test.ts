import assert from "node:assert/strict";
import { test } from "node:test";
import { fill, type Language } from "../Sources/i18n";
import { languages, textsIn } from "./languages";
import { damagedCount, otherRate } from "../Sources/record/cadence";

const told = (rate: number, asked: number | null) => [{ input: "front", rate, asked, from: 1 }];

test("a camera's rate is shown where it differs by more than a tenth from what was asked for", () => {
  assert.equal(otherRate(undefined, "front"), undefined);
  assert.equal(otherRate(told(30.1, 30), "front"), undefined);
  assert.equal(otherRate(told(14.97, null), "front"), undefined);
  assert.equal(otherRate(told(14.97, 30), "back"), undefined);
  assert.deepEqual(otherRate(told(14.97, 30), "front"), { rate: 15, asked: 30 });
  assert.equal(otherRate([{ input: "front", rate: 60, asked: 30, converted: true, from: 1 }], "front"), undefined);
  assert.deepEqual(otherRate(told(7.52, 29.97), "front"), { rate: 7.5, asked: 30 });
  const since = "2026-11-21T18:40:03.250Z";
  assert.deepEqual(otherRate(told(15, 30).map((one) => ({ ...one, since })), "front"), { rate: 15, asked: 30, since });
});

test("a camera's damaged pictures are counted, kept or not", () => {
  const told = [{ input: "front", count: 3, kept: false }, { input: "back", count: 7, kept: true }, { input: "front", count: 2, kept: true }];
  assert.equal(damagedCount(told, "front"), 5);
  assert.equal(damagedCount(told, "side"), 0);
  assert.equal(damagedCount(undefined, "front"), 0);
});

test("it is told in words of each language", () => {
  for (const language of Object.keys(languages) as Language[]) {
    const { t } = textsIn(language);
    const text = fill(t.record.cadenceWhy, { rate: 15, asked: 30 });
    assert(text.includes("15") && text.includes("30") && !text.includes("{"), `${language}: ${text}`);
    assert(fill(t.record.cadence, { rate: 15 }).startsWith("15 "), language);
    assert(fill(t.record.cadenceSince, { time: "18:40" }).includes("18:40"), language);
    for (const text of [t.record.damaged, t.record.damagedWhy]) assert(fill(text, { count: 3 }).includes("3"), language);
  }
});
