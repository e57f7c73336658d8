import assert from "node:assert/strict";
import { test } from "node:test";
import type { Client } from "../Sources/api/client";
import type { Event as Told, Person, State } from "../Sources/api/generated";
import type { Language } from "../Sources/i18n";
import { languages, textsIn } from "./languages";
import { personName } from "../Sources/record/People";
import { type Action, directs, empty, inControl, lastOfOthers, type Model, reduce } from "../Sources/store/model";
import { Store } from "../Sources/store/store";

type Command = NonNullable<Person["last-command"]>["command"];
const person = (id: string, command?: Command, second = 0, role: Person["role"] = "director"): Person => ({
  id, role, since: "2026-05-04T10:00:00Z", "last-command": command ? { command, time: `2026-05-04T10:00:0${second}Z` } : null,
});
const state = (role: State["role"] = "director"): State => ({
  name: "lecture", phase: "standby", folder: null, "running-time": 5, "pre-roll": null, status: null, picture: null, settings: {}, role,
  person: "computer 1", people: [person("computer 1"), person("phone 2")],
});
const told = (message: object): Action => ({ kind: "told", message: message as Told, now: 1000 });
const people = (...people: Person[]): Action => told({ event: "people", people });
const after = (...actions: Action[]): Model => actions.reduce(reduce, empty);
const begin = told({ ...state(), event: "state" });
const seen = (model: Model) => model.notices.map(({ kind, text, by }) => [kind, text, by]);
const directed = told({ event: "directed", command: "swap" });
const mark = told({ event: "marked", at: 1, text: "now" });
const other = (command: Command, second = 1) => people(person("computer 1"), person("phone 2", command, second));

// What has happened and who has done it come in either order; they are one notice.
const orders: [name: string, actions: Action[], notices: unknown[]][] = [
  ["the change first", [directed, other("swap")], [["directed", "swap", "phone 2"]]],
  ["its author first", [other("swap"), directed], [["directed", "swap", "phone 2"]]],
  ["a mark first", [mark, other("mark")], [["marked", "now", "phone 2"]]],
  ["a mark's author first", [other("mark"), mark], [["marked", "now", "phone 2"]]],
  ["a take, which is not a change of a setting", [other("record")], [["directed", "record", "phone 2"]]],
  ["several of a drag", [directed, directed, other("swap", 1), directed, other("swap", 2)], [["directed", "swap", "phone 2"]]],
  ["one that nobody has done", [directed], [["directed", "swap", undefined]]],
  ["this page's own", [people(person("computer 1", "swap", 1), person("phone 2"))], []],
  ["one that was told before", [other("swap"), { kind: "forget", notice: -1 }, other("swap")], [["directed", "swap", "phone 2"]]],
  ["another by somebody else", [other("swap"), people(person("computer 1"), person("phone 2", "swap", 1), person("tablet 1", "swap", 2))],
    [["directed", "swap", "phone 2"], ["directed", "swap", "tablet 1"]]],
  ["a deletion of a take", [other("delete")], [["directed", "delete", "phone 2"]]],
  ["several deletions", [other("delete", 1), other("delete", 2)], [["directed", "delete", "phone 2"]]],
  ["this page's own save", [people(person("computer 1", "save-pipeline", 1), person("phone 2"))], []],
  ["somebody who comes", [people(person("computer 1"), person("phone 2"), person("phone 3"))], []],
];
for (const [name, actions, notices] of orders) {
  test(`who has done it: ${name}`, () => assert.deepEqual(seen(after(begin, ...actions)), notices));
}

test("a state that is asked for does not hide who has done something", () => {
  const asked = { ...state(), person: null, people: [person("computer 1"), person("phone 2", "swap", 1)] };
  const model = after(begin, { kind: "state", state: asked, now: 0 });
  assert.equal(model.state?.person, "computer 1");
  assert.deepEqual(seen(reduce(model, other("swap"))), [["directed", "swap", "phone 2"]]);
});

test("who comes back to a recording is not told what was done before", () => {
  const people = [person("computer 1"), person("phone 2", "swap", 1)];
  assert.deepEqual(seen(after(begin, told({ ...state(), people, event: "state" }), other("swap"))), []);
});

test("in control is who has commanded last", () => {
  assert.equal(inControl([person("phone 1", "swap", 3), person("phone 2", "mark", 5), person("phone 3")]), "phone 2");
  assert.equal(inControl([person("phone 1")]), null);
});

test("a page that only looks sends nothing", async () => {
  const sent: string[] = [];
  const store = new Store({ perform: async (name: string) => (sent.push(name), { at: null }) } as unknown as Client);
  store.dispatch(told({ ...state("viewer"), event: "state" }));
  assert.equal(directs(store.get()), false);
  assert.equal(await store.perform("swap", {}), null);
  assert.deepEqual([sent, store.get().pending, store.get().notices], [[], [], []]);
  store.dispatch(told({ ...state("director"), event: "state" }));
  await store.perform("swap", {});
  assert.deepEqual(sent, ["swap"]);
});

test("names are of the page's language, and one that is not known stays", () => {
  assert.equal(personName("phone 2", textsIn("de")), "Telefon 2");
  assert.equal(personName("toaster 1", textsIn("en")), "toaster 1");
  for (const language of Object.keys(languages)) {
    for (const kind of ["phone", "tablet", "computer", "program"]) assert(personName(`${kind} 7`, textsIn(language as Language)).includes("7"));
  }
});

test("what others have done last, and not this page", () => {
  const there = [person("computer 1", "delete", 9), person("phone 2", "rename", 3), person("tablet 1", "swap", 5)];
  assert.equal(lastOfOthers(there, "computer 1", ["rename", "delete"]), "2026-05-04T10:00:03Z");
  assert.equal(lastOfOthers(there, null, ["rename", "delete"]), "2026-05-04T10:00:09Z");
  assert.equal(lastOfOthers(there, null, ["save-pipeline"]), "");
});
