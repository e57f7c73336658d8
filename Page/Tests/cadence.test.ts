import assert from "node:assert/strict";
import { test } from "node:test";
import { fill, type Language } from "../Sources/i18n";
import { languages, textsIn } from "./languages";
import { otherRate } from "../Sources/record/cadence";

const told = (rate: number, asked: number | null) => [{ input: "front", rate, asked, from: 1 }];

test("a camera's rate is shown where it differs by more than a tenth from what was asked for", () => {
  assert.equal(otherRate(undefined, "front"), undefined);
  assert.equal(otherRate(told(30.1, 30), "front"), undefined);
  assert.equal(otherRate(told(14.97, null), "front"), undefined);
  assert.equal(otherRate(told(14.97, 30), "back"), undefined);
  assert.deepEqual(otherRate(told(14.97, 30), "front"), { rate: 15, asked: 30 });
  assert.equal(otherRate([{ input: "front", rate: 60, asked: 30, converted: true, from: 1 }], "front"), undefined);
  assert.deepEqual(otherRate(told(7.52, 29.97), "front"), { rate: 7.5, asked: 30 });
});

test("it is told in words of each language", () => {
  for (const language of Object.keys(languages) as Language[]) {
    const { t } = textsIn(language);
    const text = fill(t.record.cadenceWhy, { rate: 15, asked: 30 });
    assert(text.includes("15") && text.includes("30") && !text.includes("{"), `${language}: ${text}`);
    assert(fill(t.record.cadence, { rate: 15 }).startsWith("15 "), language);
  }
});
