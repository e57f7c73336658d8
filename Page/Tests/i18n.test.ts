import assert from "node:assert/strict";
import { test } from "node:test";
import { fill, type Language, load, preferred, regional, Texts } from "../Sources/i18n";
import { languages, textsIn } from "./languages";

type Entry = [string, string];
/** All texts of a catalogue with their places. */
const flat = (value: unknown, place: string): Entry[] =>
  typeof value === "string" ? [[place, value]] : Object.entries(value as object).flatMap(([key, inner]) => flat(inner, `${place}.${key}`));
const holes = (text: string): string => [...text.matchAll(/\{\w+\}/g)].map((match) => match[0]).sort().join(" ");

for (const [language, catalogue] of Object.entries(languages)) {
  test(`${language} fills the same holes as English`, () => {
    const english = new Map(flat(languages.en, ""));
    for (const [place, text] of flat(catalogue, "")) {
      const own = english.get(place) ?? english.get(place.replace(/\.\w+$/, ".other"));
      assert.equal(holes(text), holes(own ?? ""), `${language}${place}: ${text}`);
      assert(text.trim() !== "", `${language}${place} is empty`);
    }
  });
}

test("the browser's first language that there is, unless another is chosen", () => {
  assert.equal(preferred(["pt-BR", "fr-CA", "de"], null), "fr");
  assert.equal(preferred(["zh-TW"], null), "zh");
  assert.equal(preferred(["fr"], "ja"), "ja");
  assert.equal(preferred(["pt"], null), "en");
});

test("dates are written as where the browser is", () => {
  assert.equal(regional("en", ["de-AT", "en-GB", "en"]), "en-GB");
  assert.equal(regional("fr", ["en-GB"]), "fr");
  const time = new Date(2026, 4, 3, 16, 30);
  const told = ["en-US", "en-GB"].map((locale) => new Texts("en", languages.en, locale).date(time).replace(/\s/g, " "));
  assert.deepEqual(told, ["May 3, 2026, 4:30 PM", "3 May 2026, 16:30"]);
});

test("numbers choose their plural form", () => {
  const texts = textsIn("en");
  assert.equal(texts.plural(texts.t.takes.count, 1), "1 take");
  assert.equal(texts.plural(texts.t.takes.count, 1200), "1,200 takes");
  const french = textsIn("fr");
  assert.equal(french.plural(french.t.takes.count, 0), "0 prise");
});

test("times and sizes", () => {
  const texts = textsIn("en");
  assert.deepEqual([9, 75, 3725].map((seconds) => texts.clock(seconds)), ["09", "01:15", "01:02:05"]);
  assert.deepEqual([0, 999, 1500, 25e9].map((bytes) => texts.bytes(bytes)), ["0 byte", "999 byte", "1.5 kB", "25 GB"]);
  assert.deepEqual([12, 2400, 7500].map((seconds) => texts.span(seconds)), ["12 sec", "40 min", "2 hr 5 min"]);
});

test("holes are filled", () => assert.equal(fill("{a} of {b} {c}", { a: 1, b: "x" }), "1 of x {c}"));

test("each language is fetched by its own name", async () => {
  for (const [language, catalogue] of Object.entries(languages)) assert.equal(await load(language as Language), catalogue);
});
