import assert from "node:assert/strict";
import { test } from "node:test";
import { cutBody, drawBody, dubBody, exportBody, firstSpeakers, maySwitchBySpeaker, offers, speakerList, steadyBody } from "../Sources/takes/making/bodies";
import { makesChapters, mayHaveChapters } from "../Sources/takes/making/chapters";
import { isTooLong, type TemplateName, templatesFor } from "../Sources/takes/making/templates";
import { type Part, parsePlace, placeText, readPart, spanBody, wholeTake } from "../Sources/takes/making/times";
import type { Take, TakeFile } from "../Sources/takes/model";
import type { Ability } from "../Sources/takes/server";
import { allowed } from "../Sources/takes/useTakes";

const file = (output: string, more: object = {}): TakeFile =>
  ({ output, segment: 0, path: output, start: 0, end: 100, video: {}, audio: {}, ...more }) as TakeFile;
const take = (more: object = {}): Take => ({
  id: "one", name: "one", state: "finished", recorded: 100, cameras: ["back", "front"], marks: [],
  files: [file("back"), file("front"), file("combined")], ...more,
}) as unknown as Take;
const marks = (count: number) => Array.from({ length: count }, (_, index) => ({ at: index * 20, text: null }));
const template = (name: TemplateName, of = take()) => templatesFor(of).find((one) => one.name === name)!;
const whole = readPart(wholeTake, 100).span;

const places: [text: string, seconds: number | null][] = [
  ["3.2", 3.2], ["3,2", 3.2], ["3.2s", 3.2], [" 7 ", 7], ["12:40", 760], ["0:03.25", 3.25], ["1:02:40.5", 3760.5], ["90:00", 5400],
  ["１２：４０", 760], ["", null], ["1:75", null], ["1:2:3:4", null], ["12:", null], [":40", null], ["-3", null], ["1e3", null],
  ["mark:x", null], ["3.2.1", null],
];
for (const [text, seconds] of places) {
  test(`a place written “${text}”`, () => assert.equal(parsePlace(text), seconds));
}

test("a place that is written is read as the same", () => {
  const texts: [number, string][] = [[0, "0:00"], [3.2, "0:03.2"], [59.96, "1:00"], [760, "12:40"], [3760.5, "1:02:40.5"], [36000.04, "10:00:00"]];
  for (const [seconds, text] of texts) {
    assert.equal(placeText(seconds), text);
    assert(Math.abs(parsePlace(text)! - seconds) <= 0.05);
  }
});

const parts: [part: Part, result: unknown][] = [
  [wholeTake, {}],
  [{ from: "0:10", to: "20" }, { from: "10s", to: "20s" }],
  [{ from: "1:05.123", to: "" }, { from: "65.123s" }],
  // The beginning and the end of the take are not asked for: a place behind the end is refused.
  [{ from: "0", to: "1:40" }, {}],
  [{ from: "0.1", to: "1:40.1" }, { from: "0.1s" }],
  [{ from: "x", to: "20" }, ["unreadable", undefined]],
  [{ from: "30", to: "20" }, [undefined, "order"]],
  [{ from: "", to: "0" }, [undefined, "order"]],
  [{ from: "1:40", to: "" }, ["beyond", undefined]],
  [{ from: "", to: "2:00" }, [undefined, "beyond"]],
  [{ from: "3:00", to: "y" }, ["beyond", "unreadable"]],
];
for (const [part, result] of parts) {
  test(`the part from “${part.from}” to “${part.to}” of 1:40`, () => {
    const { span, faults } = readPart(part, 100);
    assert.deepEqual(Array.isArray(result) ? [faults.from, faults.to] : [spanBody(span), faults], Array.isArray(result) ? result : [result, {}]);
  });
}

test("an export asks for what the template knows", () => {
  const of = take({ marks: marks(3) });
  const wish = { span: { from: 3.2, to: null }, withChapters: true, isEven: false, isQuieter: true };
  const bodies: [TemplateName, object][] = [
    ["youtube", { as: "youtube", from: "3.2s", loudness: "off", "noise-reduction": "moderate", chapters: true }],
    ["podcast", { as: "podcast", from: "3.2s", loudness: "off", "noise-reduction": "moderate" }],
    ["editing", { as: "editing", from: "3.2s", chapters: true }],
    ["archive", { as: "archive", chapters: true }],
  ];
  for (const [name, body] of bodies) assert.deepEqual(exportBody(of, template(name, of), wish), body);
  assert.deepEqual(exportBody(of, template("story"), { span: whole, withChapters: false, isEven: true, isQuieter: false }), { as: "story" });
});

test("chapters are of three marks, and of none that lies in no film", () => {
  const youtube = template("youtube");
  assert.deepEqual([2, 3].map((count) => mayHaveChapters(take({ marks: marks(count) }), youtube)), [false, true]);
  assert.equal(mayHaveChapters(take({ marks: [...marks(2), { at: null, text: "between" }] }), youtube), false);
  const before = { span: whole, withChapters: true, isEven: true, isQuieter: false };
  assert.deepEqual(exportBody(take({ marks: marks(2) }), youtube, before), { as: "youtube" });
  // Nor are they asked for where the program would find too few; an archive is of the whole take.
  const part = { ...before, span: { from: 30, to: null } };
  assert.deepEqual(exportBody(take({ marks: marks(3) }), youtube, part), { as: "youtube", from: "30s" });
  assert.deepEqual(exportBody(take({ marks: marks(3) }), template("archive"), part), { as: "archive", chapters: true });
});

// The program's own rule: the first at 0:00, three at least, each of 10 s at least.
const chaptersOf: [ats: number[], from: number | null, to: number | null, makes: boolean][] = [
  [[5, 30, 60], null, null, true],
  [[5, 30], null, null, false],
  [[20, 40], null, null, true],
  [[5, 30, 39.9], null, null, false],
  [[5, 30, 90], null, null, true],
  [[5, 30, 90.1], null, null, false],
  [[5, 29, 60], 20, null, false],
  [[5, 31, 60], 20, null, true],
  [[5, 30, 60], null, 69, false],
  [[2, 9, 12, 22], null, null, true],
];
for (const [ats, from, to, makes] of chaptersOf) {
  test(`chapters of marks at ${ats.join(", ")}, from ${from} to ${to} of 100 s`, () =>
    assert.equal(makesChapters(take({ marks: ats.map((at) => ({ at, text: null })) }), { from, to }), makes));
}

test("templates are those that the take has something for", () => {
  const names = (files: TakeFile[]) => templatesFor(take({ files })).map((one) => one.name).join(" ");
  assert.equal(names([file("back")]), "youtube instagram-reel tiktok story square podcast archive editing gif webp");
  assert.equal(names([file("back", { audio: null })]), "youtube instagram-reel tiktok story square archive editing gif webp");
  assert.equal(names([file("voice", { video: null })]), "podcast");
  // What was recorded a moment ago has not been looked at.
  assert.equal(names([file("back", { video: null, audio: null })]), names([file("back")]));
});

test("a template takes so long a part and no longer", () => {
  const longest: [TemplateName, number][] = [["story", 60], ["square", 60], ["tiktok", 600], ["instagram-reel", 900], ["youtube", 43_200]];
  for (const [name, seconds] of longest) {
    assert.deepEqual([seconds, seconds + 1].map((length) => isTooLong(template(name), length)), [false, true], name);
  }
  assert.equal(isTooLong(template("podcast"), 1e6), false);
});

test("a cut asks for what is not as it is anyway", () => {
  const several = take({ files: [file("back"), file("combined"), file("back", { segment: 1 }), file("combined", { segment: 1 })] });
  const wish = { span: whole, isWithoutSilence: false, joins: true, left: [] };
  assert.deepEqual(cutBody(take(), wish), {});
  assert.deepEqual(cutBody(several, wish), { join: true });
  assert.deepEqual(cutBody(several, { ...wish, joins: false }), {});
  assert.deepEqual(
    cutBody(take(), { ...wish, span: { from: 1, to: 2.5 }, isWithoutSilence: true, left: ["front"] }),
    { from: "1s", to: "2.5s", "without-silence": "2s", cameras: "combined,back" });
});

test("a picture is drawn by one rule", () => {
  const wish = { seconds: 7, speakers: "back=anna,front=ben", list: "cuts: []" };
  assert.deepEqual(drawBody("directed", wish), {});
  assert.deepEqual(drawBody("every", wish), { "switch-every": "7s" });
  assert.deepEqual(drawBody("marks", wish), { "switch-at-marks": true });
  assert.deepEqual(drawBody("speakers", wish), { "by-speaker": "back=anna,front=ben" });
  assert.deepEqual(drawBody("list", wish), { edit: "cuts: []" });
});

test("who speaks is known of microphones with tracks of their own", () => {
  const tracks: [tracks: string[][] | undefined, isOffered: boolean, first: string | null][] = [
    [undefined, false, null], [[[]], false, null], [[["anna", "ben"]], false, null], [[["anna"], ["room", "door"]], false, null],
    [[["anna"], ["ben"]], true, "back=anna,front=ben"], [[["anna"], ["room", "door"], ["ben"]], true, "back=anna,front=ben"],
  ];
  for (const [list, isOffered, first] of tracks) {
    const of = take({ tracks: list });
    assert.equal(maySwitchBySpeaker(of), isOffered, JSON.stringify(list));
    assert.equal(speakerList(of, firstSpeakers(of)), first);
  }
  assert.equal(maySwitchBySpeaker(take({ cameras: ["back"], tracks: [["anna"], ["ben"]] })), false);
  // The cameras' order, whatever the order of the choices; one alone is not a choice.
  assert.equal(speakerList(take(), { front: "anna", back: "ben" }), "back=ben,front=anna");
  assert.equal(speakerList(take(), { front: "anna", back: "" }), null);
});

test("parts of the middle are left out", () => {
  const wish = { span: whole, isWithoutSilence: false, joins: false, left: [] };
  const cuts: [cut: Part, asked: string | null][] = [
    [{ from: "0:10", to: "20" }, "10s..20s"], [{ from: "", to: "5" }, "0s..5s"], [{ from: "1:30", to: "" }, "90s..100s"],
    // Nothing is said, or nothing that can be.
    [{ from: "", to: "" }, null], [{ from: "20", to: "10" }, null], [{ from: "x", to: "10" }, null],
  ];
  for (const [cut, asked] of cuts) {
    assert.deepEqual(cutBody(take(), { ...wish, cuts: [cut] }), asked === null ? {} : { cut: [asked] }, JSON.stringify(cut));
  }
  assert.deepEqual(cutBody(take(), { ...wish, cuts: cuts.map(([cut]) => cut) }), { cut: ["10s..20s", "0s..5s", "90s..100s"] });
});

test("words go with a picture alone", () => {
  const wish = { span: whole, withChapters: false, isEven: true, isQuieter: false, subtitles: "1\n" };
  assert.deepEqual(exportBody(take(), template("story"), wish), { as: "story", subtitles: "1\n" });
  assert.deepEqual(exportBody(take(), template("podcast"), wish), { as: "podcast" });
  assert.deepEqual(exportBody(take(), template("gif"), wish), { as: "gif" });
  assert.deepEqual(exportBody(take(), template("story"), { ...wish, subtitles: undefined }), { as: "story" });
});

test("how calm a camera becomes", () => {
  assert.deepEqual(steadyBody("front", "usual"), { camera: "front" });
  assert.deepEqual(steadyBody("back", "very"), { camera: "back", over: "2s" });
});

test("the sound of a recorder is found, or lies where somebody says", () => {
  assert.deepEqual(dubBody(" a.wav ", null), { sound: "a.wav" });
  assert.deepEqual(dubBody("a.wav", -12.5), { sound: "a.wav", offset: "-12.5s" });
});

const everything = new Set<Ability>(["export", "trim", "compose", "dub", "stabilise", "timeline", "made", "archive"]);
const audiences: [who: string, take: Take, can: ReadonlySet<Ability>, offered: string[]][] = [
  ["who directs", take(), everything, ["export", "trim", "compose", "dub", "stabilise", "timeline"]],
  ["who only looks", take(), allowed(everything, false), ["timeline"]],
  ["a page of a server that cannot", take(), new Set<Ability>(["archive", "audit"]), []],
  ["a take of one camera", take({ cameras: ["back"] }), everything, ["export", "trim", "dub", "stabilise", "timeline"]],
  ["a take with nothing but the combined picture", take({ files: [file("combined")] }), everything, ["export", "trim", "compose", "dub", "timeline"]],
  ["a take that is being recorded", take({ state: "recording" }), everything, []],
  ["a take that was not finished", take({ state: "unfinished" }), everything, []],
  ["a take that was recovered", take({ state: "recovered" }), everything, ["export", "trim", "compose", "dub", "stabilise", "timeline"]],
  ["a take without files", take({ files: [] }), everything, []],
];
for (const [who, of, can, offered] of audiences) {
  test(`what is offered: ${who}`, () => assert.deepEqual(offers(of, can), offered));
}

test("who only looks sees what was made", () => assert(allowed(everything, false).has("made")));
