import assert from "node:assert/strict";
import { test } from "node:test";
import { takeToken } from "../Sources/api/client";
import { pathOf, placeOf } from "../Sources/app/places";
import { backOff } from "../Sources/store/connection";

test("places have paths, and paths places", () => {
  for (const [place, rest] of [["record", []], ["takes", []], ["takes", ["2026-11-23 a/b"]], ["settings", ["language"]]] as const) {
    assert.deepEqual(placeOf(pathOf(place, ...rest)), { place, rest: [...rest] });
  }
  assert.deepEqual(placeOf("/nonsense"), { place: "record", rest: [] });
});

test("the token is taken out of the address and kept", () => {
  const kept = new Map<string, string>();
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) } as Storage;
  let address = "";
  const history = { replaceState: (_: unknown, __: string, url: string) => { address = url; } } as unknown as History;
  const place = (hash: string) => ({ hash, pathname: "/takes", search: "?x" }) as Location;
  assert.equal(takeToken(place(""), storage, history), null);
  assert.equal(takeToken(place("#token=a%2Bb"), storage, history), "a+b");
  assert.equal(address, "/takes?x");
  assert.equal(takeToken(place(""), storage, history), "a+b");
});

test("attempts come quickly at first, and never rarer than every two seconds", () => {
  assert.deepEqual([1, 2, 3, 4, 5, 9].map(backOff), [250, 500, 1000, 1000, 1000, 1000]);
});
