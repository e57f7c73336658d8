import assert from "node:assert/strict";
import { test } from "node:test";
import type { Store } from "../Sources/store/store";
import type { Take } from "../Sources/takes/model";
import { TakesStore } from "../Sources/takes/store";

const list = [{ id: "one" }, { id: "two" }] as Take[];

/** A store whose server answers with `list`, and a deletion when it is told to. */
function storeOfTwo() {
  let answer: (refusal?: Error) => void = () => undefined;
  const client = {
    enter: async () => undefined,
    get: async (path: string) => (path.endsWith("openapi.json") ? { paths: {} } : { sessions: list }),
    post: () => new Promise<void>((done, refuse) => (answer = (refusal) => (refusal ? refuse(refusal) : done()))),
  };
  const store = { client, get: () => ({ link: "open" }), subscribe: () => undefined, onMessage: () => undefined };
  const takes = new TakesStore(store as unknown as Store);
  return { takes, ids: () => takes.get().takes.map((take) => take.id), answer: (refusal?: Error) => answer(refusal) };
}

test("a list that was on its way brings no take back that is being deleted", async () => {
  const { takes, ids, answer } = storeOfTwo();
  await takes.load();
  assert.deepEqual(ids(), ["one", "two"]);
  const removal = takes.remove([list[0]!]);
  assert.deepEqual(ids(), ["two"]);
  await takes.load();
  assert.deepEqual(ids(), ["two"]);
  answer();
  await removal;
  await takes.load();
  assert.deepEqual(ids(), ["two"]);
  // Nothing is waited for any more.
  void takes.undo();
});

test("a take that the server does not delete is in the list again", async () => {
  const { takes, ids, answer } = storeOfTwo();
  await takes.load();
  const removal = takes.remove([list[0]!]);
  answer(new Error("no"));
  await removal;
  await takes.load();
  assert.deepEqual(ids(), ["one", "two"]);
  assert.equal(takes.get().trouble, "no");
});
