import assert from "node:assert/strict";
import { test } from "node:test";
import type { Client } from "../Sources/api/client";
import type { Store } from "../Sources/store/store";
import { face, type Made, type Take } from "../Sources/takes/model";
import { Library } from "../Sources/takes/server";
import { TakesStore } from "../Sources/takes/store";

const list = [{ id: "one" }, { id: "two" }] as Take[];

/** A store whose server answers with `list`, and a deletion when it is told to; `tell` is a message of the server's. */
function storeOfTwo() {
  let tell: (message: object) => void = () => undefined;
  let works: object[] = [];
  let unreachable: string[] | undefined;
  const asked: string[] = [];
  let answer: (refusal?: Error) => void = () => undefined;
  const client = {
    enter: async () => undefined,
    get: async (path: string) => {
      asked.push(path);
      if (path.endsWith("openapi.json")) return { paths: { "/api/v1/jobs": {}, "/api/v1/sessions/{session}/backup": {} } };
      if (path.endsWith("backups")) return { to: "nas:films", "publishes-to": null };
      return path.endsWith("jobs") ? { jobs: works } : { sessions: list, unreachable };
    },
    fetch: async () => new Response(null, { status: 204 }),
    post: () => new Promise<void>((done, refuse) => (answer = (refusal) => (refusal ? refuse(refusal) : done()))),
  };
  const store = { client, get: () => ({ link: "open" }), subscribe: () => undefined, onMessage: (told: typeof tell) => (tell = told) };
  const takes = new TakesStore(store as unknown as Store);
  return {
    takes, ids: () => takes.get().takes.map((take) => take.id), answer: (refusal?: Error) => answer(refusal),
    asked, tell: (message: object) => tell(message), setWorks: (now: object[]) => (works = now),
    setUnreachable: (now: string[]) => (unreachable = now),
  };
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

test("the places of copies and publications are asked for once, and told from then on", async () => {
  const { takes, asked, tell } = storeOfTwo();
  await takes.load();
  await takes.load();
  assert.equal(takes.get().backupPlace, "nas:films");
  tell({ event: "backups", to: null, "publishes-to": "peertube:https://tube.example.org" });
  await takes.load();
  assert.deepEqual([takes.get().backupPlace, takes.get().publishPlace], [null, "peertube:https://tube.example.org"]);
  assert.equal(asked.filter((path) => path.endsWith("backups")).length, 1);
});

test("folders whose takes have no address are known, until they are renamed", async () => {
  const { takes, setUnreachable } = storeOfTwo();
  await takes.load();
  assert.deepEqual(takes.get().unreachable, []);
  setUnreachable(["take\\xe9"]);
  await takes.load();
  assert.deepEqual(takes.get().unreachable, ["take\\xe9"]);
  setUnreachable([]);
  await takes.load();
  assert.deepEqual(takes.get().unreachable, []);
});

test("a take that the server does not delete is in the list again", async () => {
  const { takes, ids, answer } = storeOfTwo();
  await takes.load();
  const removal = takes.remove([list[0]!]);
  answer(new Error("no"));
  await removal;
  await takes.load();
  assert.deepEqual(ids(), ["one", "two"]);
  assert.equal(takes.get().trouble?.message, "no");
});

test("the small picture of a take is of a file that has one", () => {
  const file = (output: string, frames: number | null, finished = true) => ({ output, frames, finished, path: output });
  const shown = (...files: object[]) => face({ files } as unknown as Take)?.output;
  assert.equal(shown(file("a", 9), file("combined", 9)), "combined");
  assert.equal(shown(file("a", 9), file("combined", 0)), "a");
  assert.equal(shown(file("a", null), file("combined", 9, false)), "a");
  assert.equal(shown(file("a", 0), file("combined", 0)), undefined);
});

test("a still that the server cannot make is none, and no failure", async () => {
  const answers = [new Response("{}", { status: 202, headers: { "Retry-After": "0" } }), new Response("jpeg")];
  const library = (fetch: () => Promise<Response>) => new Library({ fetch } as unknown as Client);
  const still = await library(async () => answers.shift()!).poster(list[0]!, "a.mov");
  assert.equal(await still?.text(), "jpeg");
  const refused = library(() => Promise.reject(new Error("There is nothing of the kind of this file.")));
  assert.equal(await refused.poster(list[0]!, "a.mov"), null);
});

test("a still that nobody wants any more is not asked for again: its take may be deleted", async () => {
  let [asked, isWanted] = [0, true];
  const fetch = async () => {
    asked += 1;
    isWanted = false;
    return new Response("{}", { status: 202, headers: { "Retry-After": "0" } });
  };
  const library = new Library({ fetch } as unknown as Client);
  assert.equal(await library.poster(list[0]!, "a.mov", () => isWanted), null);
  assert.equal(asked, 1);
});

const exporting = { event: "job", id: 7, kind: "export", session: "one", percent: 40, state: "running", result: null, error: null };

test("a take is read again when files have come into its folder, and only then", async () => {
  const { takes, tell } = storeOfTwo();
  tell(exporting);
  tell({ ...exporting, percent: 80 });
  assert.deepEqual(takes.get().revisions, {});
  tell({ ...exporting, state: "done" });
  assert.deepEqual(takes.get().revisions, { one: 1 });
  tell({ ...exporting, state: "done" });
  assert.deepEqual(takes.get().revisions, { one: 1 });
  await takes.removeMade(list[0]!, { id: 3 } as Made);
  assert.deepEqual(takes.get().revisions, { one: 2 });
});

test("a take is read again when its work has ended while the connection was lost", async () => {
  const { takes, tell, setWorks } = storeOfTwo();
  setWorks([exporting]);
  await takes.load();
  setWorks([{ ...exporting, state: "done" }]);
  await takes.load();
  assert.deepEqual(takes.get().revisions, { one: 1 });
  // What is known to have ended is not asked for again.
  await takes.load();
  assert.deepEqual(takes.get().revisions, { one: 1 });
  tell({ ...exporting, id: 8, session: "two", state: "failed" });
  assert.deepEqual(takes.get().revisions, { one: 1, two: 1 });
});
