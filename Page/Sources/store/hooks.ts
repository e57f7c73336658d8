import { createContext, useContext, useSyncExternalStore } from "react";
import type { Setting } from "../api/generated";
import { fill, useTexts } from "../i18n";
import { directs, type Model, setting } from "./model";
import type { Store } from "./store";

const StoreContext = createContext<Store | null>(null);
export const StoreProvider = StoreContext.Provider;

export function useStore(): Store {
  const store = useContext(StoreContext);
  if (store === null) throw new Error("there is no store above this component");
  return store;
}

/** What `select` returns of the model; it must return the same value as long as that has not changed. */
export function useModel<T>(select: (model: Model) => T): T {
  const store = useStore();
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

/** A setting's value as a text, and its range; both change rarely. What stands in its way is said in the reader's language first. */
export function useSetting(name: string): Setting | undefined {
  const { told } = useTexts().t;
  const range = useModel((model) => model.state?.settings[name]);
  const value = useModel((model) => {
    const value = setting(model, name)?.value;
    return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
  });
  if (range === undefined) return undefined;
  const obstacle = range.obstacle === undefined ? {} : { obstacle: fill(told.notSettable, { reason: range.obstacle }) };
  return { ...range, ...obstacle, value: typeof value === "string" && value.startsWith("{") ? JSON.parse(value) : value };
}

/** True unless this page's link only lets it look. */
export const useDirects = (): boolean => useModel(directs);
