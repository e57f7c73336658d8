import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event as Told, State } from "../Sources/api/generated";
import { type Action, cameras, empty, type Model, reduce, setting } from "../Sources/store/model";

const state: State = {
  name: "lecture", phase: "standby", folder: null, "running-time": 5, "pre-roll": null, status: null, picture: null,
  settings: {
    layout: { value: "pip", command: "layout", choices: ["pip", "stacked"] },
    main: { value: "back", command: "main", choices: ["back", "front"] },
    "inset.size": { value: "25%", command: "inset", least: 5, most: 100, step: 1, unit: "%" },
  },
};

const after = (...actions: Action[]): Model => actions.reduce(reduce, empty);
const told = (message: Partial<Told> & { event: Told["event"] }): Action => ({ kind: "told", message: message as Told, now: 1000 });
const begin = told({ ...state, event: "state" });
const sent = (id: number, settings: Record<string, unknown>): Action => ({ kind: "sent", pending: { id, command: "layout", settings } });

test("a change is shown at once", () => {
  const model = after(begin, sent(1, { layout: "stacked" }));
  assert.equal(setting(model, "layout")?.value, "stacked");
  assert.equal(model.state?.settings["layout"]?.value, "pip");
});

test("a change stays until the server's state is of a time that shows it", () => {
  const older = after(begin, sent(1, { layout: "stacked" }), { kind: "answered", id: 1, at: 6 }, { kind: "state", state: { ...state, "running-time": 5.9 }, now: 0 });
  assert.equal(setting(older, "layout")?.value, "stacked");
  const newer = reduce(older, { kind: "state", state: { ...state, "running-time": 6 }, now: 0 });
  assert.equal(setting(newer, "layout")?.value, "pip");
  assert.equal(newer.pending.length, 0);
});

test("a change that is not answered outlives any state", () => {
  const model = after(begin, sent(1, { layout: "stacked" }), { kind: "state", state: { ...state, "running-time": 60 }, now: 0 });
  assert.equal(setting(model, "layout")?.value, "stacked");
});

test("what is refused is taken back and said", () => {
  const model = after(begin, sent(1, { layout: "stacked" }), { kind: "refused", id: 1, message: "No.", advice: "Wait." });
  assert.equal(setting(model, "layout")?.value, "pip");
  assert.deepEqual(model.notices.map(({ kind, text, detail }) => [kind, text, detail]), [["refused", "No.", "Wait."]]);
});

test("of several values of the same settings the newest counts, and is the only one kept", () => {
  const model = after(begin, sent(1, { layout: "stacked" }), sent(2, { layout: "grid" }));
  assert.equal(setting(model, "layout")?.value, "grid");
  assert.equal(model.pending.length, 1);
});

test("a snapshot after a break forgets what was asked before it", () => {
  const model = after(begin, sent(1, { layout: "stacked" }), { kind: "link", link: "waiting", retryAt: 1 }, begin);
  assert.equal(model.pending.length, 0);
  assert.equal(model.link, "open");
  assert.equal(model.retryAt, null);
});

test("others' changes are told, this page's are not", () => {
  const own = after(begin, sent(1, { layout: "stacked" }), told({ event: "directed", command: "layout" }));
  assert.equal(own.notices.length, 0);
  const other = after(begin, told({ event: "directed", command: "layout" }));
  assert.deepEqual(other.notices.map((notice) => notice.text), ["layout"]);
});

const phases: [Partial<Told> & { event: Told["event"] }, State["phase"]][] = [
  [{ event: "started", folder: "/films/1", outputs: [] }, "preparing"],
  [{ event: "recording", files: [] }, "recording"],
  [{ event: "paused", at: 1 }, "paused"],
  [{ event: "resumed", at: 2 }, "recording"],
  [{ event: "stopping", reason: "request" }, "finishing"],
  [{ event: "finished", "exit-code": 0, reason: "request", folder: "/films/1", files: [] }, "finished"],
  [{ event: "standby", outputs: [] }, "standby"],
];
for (const [message, phase] of phases) {
  const before = message.event === "finished" ? [begin, told({ event: "stopping", reason: "request" })] : [begin];
  test(`${message.event} makes the phase ${phase}`, () => assert.equal(after(...before, told(message)).state?.phase, phase));
}

test("a take that ends while the next one stands by does not end that", () => {
  const finished = told({ event: "finished", "exit-code": 0, reason: "request", folder: "/films/1", files: [] });
  const ended = after(begin, told({ event: "stopping", reason: "request" }), told({ event: "standby", outputs: [] }), finished);
  assert.equal(ended.state?.phase, "standby");
  assert(ended.finished !== null);
});

test("a new take forgets how the last one ended", () => {
  const ended = after(begin, told({ event: "finished", "exit-code": 0, reason: "request", folder: "/films/1", files: [] }), told({ event: "standby", outputs: [] }));
  assert(ended.finished !== null);
  assert.equal(reduce(ended, told({ event: "started", folder: "/films/2", outputs: [] })).finished, null);
});

test("levels are kept by microphone, and gone with the connection", () => {
  const model = after(begin, told({ event: "levels", "running-time": 1, peak: [-6], rms: [-20] }), told({ event: "levels", "running-time": 1, peak: [-3], rms: [-9], microphone: "room" }));
  assert.deepEqual(Object.keys(model.levels), ["", "room"]);
  assert.deepEqual(reduce(model, { kind: "link", link: "waiting" }).levels, {});
});

test("cameras are those that can be the main one", () => assert.deepEqual(cameras(after(begin)), ["back", "front"]));
