import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused } from "../Sources/api/client";
import type { Event as Told, State } from "../Sources/api/generated";
import type { Language } from "../Sources/i18n";
import { failureOf, stillText, telling, warningText } from "../Sources/store/failure";
import { type Action, empty, type Model, reduce } from "../Sources/store/model";
import { languages, textsIn } from "./languages";

const everywhere = Object.keys(languages) as Language[];
const failed = { code: "output-incomplete", message: "No frame of combined was recorded.", advice: "Look at 'dualcam plan'.", output: "combined" };

test("a failure is told in each language, with the page's advice in the place of the terminal's", () => {
  const told = everywhere.map((language) => telling(failed, textsIn(language)));
  assert.equal(new Set(told.map((one) => one.lead)).size, everywhere.length);
  assert.equal(new Set(told.map((one) => one.advice)).size, everywhere.length);
  for (const one of told) assert.equal(one.detail, failed.message);
  assert.deepEqual(telling(failed, textsIn("de")).lead, "Eine Datei der Aufnahme fehlt oder endet zu früh: Gesamtbild");
});

test("the server's advice is shown where the page has none", () => {
  const refused = { code: "not-now", message: "The recording is paused.", advice: "Resume it first." };
  assert.deepEqual(telling(refused, textsIn("en")), { lead: "That is not possible now", advice: "", detail: "The recording is paused. Resume it first." });
});

test("codes that mean the same to a reader have the same words, and a newer server's has some", () => {
  const lead = (code: string) => telling({ code, message: "x" }, textsIn("fr")).lead;
  assert.equal(lead("unknown-command"), lead("bad-request"));
  assert.equal(lead("too-many-requests"), lead("busy"));
  assert.equal(lead("of-tomorrow"), lead("failed"));
});

test("a reason why there is no picture needs none of the server's words", () => {
  const refused = { code: "not-now", message: "no picture of combined has come yet", reason: "no-picture" };
  assert.deepEqual(telling(refused, textsIn("de")), { lead: "Von dort ist noch kein Bild gekommen.", advice: "", detail: "" });
  assert.equal(telling({ ...refused, reason: "of-tomorrow" }, textsIn("de")).detail, refused.message);
});

test("whatever is thrown is a failure", () => {
  assert.deepEqual(failureOf(new Refused("not-now", "No.", "Later.", 409, "over")), { code: "not-now", message: "No.", advice: "Later.", reason: "over" });
  assert.deepEqual(failureOf(new Error("broken")), { code: "failed", message: "broken" });
});

test("warnings are told in words of each language", () => {
  const codes = Object.keys(languages.en.told.warnings);
  for (const language of everywhere) {
    const texts = textsIn(language);
    assert.equal(new Set(codes.map((code) => warningText({ code }, texts))).size, codes.length, language);
    assert(stillText("combined", texts).includes(texts.t.record.combined) && stillText("back", texts).includes("back"), language);
  }
  const texts = textsIn("en");
  assert.equal(warningText({ code: "camera-black", input: "back" }, texts), "back: black");
  assert.equal(warningText({ code: "microphone-dead-channel", input: "microphone.hall", channel: 2 }, texts), "hall: channel 2 is dead");
  assert.equal(warningText({ code: "output-still", output: "combined" }, texts), "Combined: no frame is written");
  assert.equal(warningText({ code: "of-tomorrow" }, texts), "");
});

const tell = (message: object): Action => ({ kind: "told", message: message as Told, now: 1 });
const model = (...actions: Action[]): Model =>
  actions.reduce(reduce, reduce(empty, tell({ event: "state", phase: "recording", settings: {}, status: null } as unknown as State & { event: "state" })));

test("an output that stands still is a warning, and its end is none", () => {
  const still = { event: "warning", code: "output-still", branch: null, message: "No frame.", output: "combined", from: 2 };
  const told = model(tell(still), tell({ ...still, message: "Frames.", to: 28, lasted: 26 })).notices;
  assert.deepEqual(told.map(({ kind, text }) => [kind, text]), [["warning", "No frame."], ["restored", "combined"]]);
  assert.deepEqual(told[0]!.warned, { code: "output-still", input: undefined, output: "combined", channel: undefined });
});
