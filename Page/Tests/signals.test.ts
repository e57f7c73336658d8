import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event as Told } from "../Sources/api/generated";
import type { Language } from "../Sources/i18n";
import { languages, textsIn } from "./languages";
import { microphoneOf, ofMicrophone, type Signal, signalText } from "../Sources/record/signals";
import { empty, reduce } from "../Sources/store/model";

const signal = (input: string, code: string, channel?: number): Signal => ({ input, code, lasting: 12, ...(channel && { channel }) });
const codes = ["camera-black", "camera-frozen", "camera-single-colour", "microphone-silent", "microphone-clipped", "microphone-dead-channel"];

test("a fault is told in words of each language, with its input", () => {
  for (const language of Object.keys(languages) as Language[]) {
    const texts = textsIn(language);
    const told = codes.map((code) => signalText(signal(code.startsWith("camera") ? "back" : "microphone.room", code, 2), texts));
    assert.equal(new Set(told).size, codes.length, language);
    for (const text of told) assert(!text.includes("{") && !/(camera|microphone)-/.test(text), `${language}: ${text}`);
    assert(told[0]!.includes("back") && told[3]!.includes("room") && told[5]!.includes("2"), `${language}: ${told}`);
  }
  assert.equal(signalText(signal("microphone", "microphone-silent"), textsIn("en")), "Microphone: silent");
  assert.equal(signalText(signal("back", "camera-upside-down"), textsIn("en")), "back: camera-upside-down", "of a newer server");
});

test("a microphone is found by the name that its levels have", () => {
  assert.deepEqual(["microphone", "microphone.room"].map((input) => microphoneOf(signal(input, codes[3]!))), ["", "room"]);
  assert.deepEqual(codes.map((code) => ofMicrophone(signal("back", code))), [false, false, false, true, true, true]);
});

test("the end of a fault is told", () => {
  const message = { event: "signal-restored", time: "", "running-time": 30, code: "camera-black", input: "back", from: 1, to: 27, lasted: 26 };
  const model = reduce(empty, { kind: "told", message: message as Told, now: 0 });
  assert.deepEqual(model.notices.map(({ kind, text }) => [kind, text]), [["restored", "back"]]);
});
