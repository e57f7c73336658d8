import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event as Told, State } from "../Sources/api/generated";
import { type Causes, lacks, withCause } from "../Sources/store/losses";
import { type Action, empty, lostFrames, type Model, obstacle, reduce } from "../Sources/store/model";

type Finished = Extract<Told, { event: "finished" }>;
type Counts = { missing?: number; shed?: number; seconds?: number | null };

const none = { missing: 0, dropped: 0, unaccounted: 0, repeated: 0, shed: 0 };
/** A finished take with what the recorder counted of each output. */
function finished(outputs: Record<string, Counts>): Finished {
  const listed = Object.entries(outputs).map(([output, counts]) => ({ output, seconds: 0, ...none, ...counts }));
  const missing = listed.reduce((sum, one) => sum + one.missing, 0);
  return { event: "finished", "exit-code": 0, folder: "/r/take", files: [], losses: { ...none, missing, outputs: listed } } as unknown as Finished;
}
const told = (message: object) => message as Told;
const after = (...messages: object[]) => messages.reduce<Causes>((known, message) => withCause(known, told(message)), {});
const dropped = (output: string, count: number) => ({ event: "dropped", branch: `${output}.encoder`, output, count });

test("a whole take lacks nothing", () => assert.deepEqual(lacks(finished({ back: {}, combined: {} }), {}), []));

test("the recorder's count is shown, whatever events said before", () => {
  const causes = after(dropped("combined", 40), dropped("combined", 192));
  assert.deepEqual(lacks(finished({ back: {}, combined: { missing: 72, seconds: 2.4 } }), causes), [
    { output: "combined", kind: "missing", frames: 72, seconds: 2.4, cause: "encoder" },
  ]);
  assert.deepEqual(lacks(finished({ combined: {} }), causes), []);
});

test("files of different lengths alone are not loss", () => {
  const take = finished({ back: {}, front: {} });
  take.files = [{ output: "back", duration: 10, finished: true }, { output: "front", duration: 7, finished: true }] as unknown as Finished["files"];
  assert.deepEqual(lacks(take, {}), []);
});

test("a camera that was away, and a combined picture that rested on purpose", () => {
  const causes = after({ event: "input-lost", input: "front", at: 3, reason: "failed" }, { event: "shed", step: "combined", share: "0", reason: "load" });
  assert.deepEqual(lacks(finished({ front: { missing: 90, seconds: 3 }, combined: { shed: 150 } }), causes), [
    { output: "front", kind: "missing", frames: 90, seconds: 3, cause: "camera" },
    { output: "combined", kind: "leftOut", frames: 150, seconds: null, cause: "load" },
  ]);
});

test("a take that nobody could count is not a whole one", () => {
  const take = finished({});
  delete take.losses;
  assert.equal(lacks(take, after(dropped("back", 5))), null);
  assert.deepEqual(lacks({ ...take, folder: null }, {}), []);
});

test("the figure at the top is the recorder's count once a take is over", () => {
  const outputs = [{ output: "back", dropped: 34 }];
  const state = (phase: string) => ({ phase, status: { outputs } }) as unknown as State;
  const over = finished({ back: { missing: 125 } });
  assert.equal(lostFrames({ ...empty, state: state("recording"), finished: over }), 34);
  assert.equal(lostFrames({ ...empty, state: state("standby"), finished: over }), 125);
  assert.equal(lostFrames({ ...empty, state: state("finished"), finished: over }), 125);
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

test("causes are those of the take, and outlive the next standing by", () => {
  const kept = model(tell({ event: "started", folder: "/r/a" }), tell(dropped("back", 3)), tell({ event: "standby" }));
  assert.deepEqual(kept.causes, { back: "encoder" });
  assert.deepEqual(reduce(kept, tell({ event: "started", folder: "/r/b" })).causes, {});
});
