import { useSyncExternalStore } from "react";
import { useStore } from "../store/hooks";
import { takesOf, type Takes, type TakesStore } from "./store";

export const useTakesStore = (): TakesStore => takesOf(useStore());

export function useTakes(): Takes {
  const store = useTakesStore();
  return useSyncExternalStore(store.subscribe, store.get);
}
