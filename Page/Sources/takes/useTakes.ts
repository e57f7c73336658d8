import { useMemo, useSyncExternalStore } from "react";
import { useDirects, useStore } from "../store/hooks";
import type { Ability } from "./server";
import { takesOf, type Takes, type TakesStore } from "./store";

export const useTakesStore = (): TakesStore => takesOf(useStore());

/** The abilities that change nothing. */
const looking: Ability[] = ["poster", "strip", "archive", "jobs", "made", "timeline"];

/** Returns the abilities of the server that a page may use. */
export const allowed = (can: ReadonlySet<Ability>, directs: boolean): ReadonlySet<Ability> =>
  directs ? can : new Set(looking.filter((one) => can.has(one)));

/** Returns the takes, and what this page may do with them. */
export function useTakes(): Takes {
  const store = useTakesStore();
  const takes = useSyncExternalStore(store.subscribe, store.get);
  const directs = useDirects();
  return useMemo(() => (directs ? takes : { ...takes, can: allowed(takes.can, directs) }), [takes, directs]);
}
