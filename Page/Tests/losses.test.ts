import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event as Told, State } from "../Sources/api/generated";
import { losing, missing, type ToldLoss } from "../Sources/store/losses";
import { type Action, empty, type Model, obstacle, reduce } from "../Sources/store/model";

type Finished = Extract<Told, { event: "finished" }>;

const file = (output: string, frames: number, duration: number) =>
  ({ file: `${output}.mov`, output, segment: 0, part: 1, finished: true, size: 1, frames, duration }) as unknown as Finished["files"][number];
const finished = (...files: Finished["files"]) => ({ event: "finished", "exit-code": 0, folder: "/r/take", files }) as unknown as Finished;
const status = (...outputs: { output: string; dropped: number }[]) => ({ outputs }) as unknown as State["status"];
const told = (message: object) => message as Told;
const after = (...messages: object[]) => messages.reduce<Record<string, ToldLoss>>((known, message) => losing(known, told(message)), {});

test("a whole take lacks nothing, though outputs end a few frames apart", () => {
  assert.deepEqual(missing(finished(file("back", 300, 10), file("combined", 295, 9.9)), status({ output: "back", dropped: 0 }), {}), []);
});

test("dropped frames are seconds of their output, with the encoder as the cause", () => {
  const losses = after({ event: "dropped", branch: "combined.encoder", output: "combined", count: 40 }, { event: "dropped", branch: "combined.encoder", output: "combined", count: 32 });
  assert.deepEqual(missing(finished(file("back", 300, 10), file("combined", 228, 10)), null, losses), [{ output: "combined", seconds: 2.4, cause: "encoder" }]);
});

test("a page that came late has the server's number", () => {
  const losses = after({ event: "dropped", branch: "back.encoder", output: "back", count: 5 });
  assert.equal(missing(finished(file("back", 270, 10)), status({ output: "back", dropped: 30 }), losses)[0]!.seconds, 1);
});

test("a camera that was away, and a combined picture that rested", () => {
  const losses = after({ event: "input-lost", input: "front", at: 3, reason: "failed" }, { event: "shed", step: "combined", share: "0", reason: "load" });
  assert.deepEqual(missing(finished(file("back", 300, 10), file("front", 210, 7), file("combined", 150, 5)), null, losses), [
    { output: "front", seconds: 3, cause: "camera" }, { output: "combined", seconds: 5, cause: "load" },
  ]);
});

test("an output without a file lacks all of it", () => {
  assert.deepEqual(missing(finished(file("back", 300, 10)), status({ output: "back", dropped: 0 }, { output: "combined", dropped: 0 }), {}), [
    { output: "combined", seconds: 10, cause: null },
  ]);
});

// What stands in the way of a take
const blocked = { code: "disk-full", "exit-code": 74, message: "Only 3 MB are left.", advice: "Free some space." };
const state = { name: "a", phase: "standby", folder: null, "running-time": 1, "pre-roll": null, status: { outputs: [], obstacle: blocked }, picture: null, settings: {} } as unknown as State;
const tell = (message: object): Action => ({ kind: "told", message: message as Told, now: 1 });
const model = (...actions: Action[]): Model => actions.reduce(reduce, reduce(empty, tell({ ...state, event: "state" })));
const record: Action = { kind: "sent", pending: { id: 1, command: "record", settings: {} } };
const refused: Action = { kind: "refused", id: 1, message: blocked.message, advice: blocked.advice, code: "disk-full" };
const line = tell({ event: "warning", code: "take", message: `The take could not begin: ${blocked.message} ${blocked.advice}` });

test("why no take can begin is known while none is recorded", () => {
  assert.equal(obstacle(model())?.code, "disk-full");
  assert.equal(obstacle(model(tell({ event: "started", folder: "/r/take" }))), null);
});

test("a refused take is told once, in whichever order its lines come", () => {
  for (const actions of [[record, line, refused], [record, refused, line], [line, record, refused]]) {
    assert.deepEqual(model(...actions).notices.map((one) => [one.kind, one.text, one.code]), [["refused", blocked.message, "disk-full"]]);
  }
});

test("a take that fails after all is told once", () => {
  const failed = tell({ event: "failed", message: blocked.message, advice: "", output: null });
  for (const actions of [[record, failed, refused], [record, refused, failed]]) {
    assert.deepEqual(model(...actions).notices, []);
    assert.equal(model(...actions).failed?.message, blocked.message);
  }
});

test("what somebody else was refused is told", () => assert.equal(model(line).notices.length, 1));

test("losses are those of the take, and outlive the next standing by", () => {
  const dropped = tell({ event: "dropped", branch: "back.encoder", output: "back", count: 3 });
  const kept = model(tell({ event: "started", folder: "/r/a" }), dropped, tell({ event: "standby" }));
  assert.equal(kept.losses["back"]?.frames, 3);
  assert.deepEqual(reduce(kept, tell({ event: "started", folder: "/r/b" })).losses, {});
});
