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

/** Returns the result of `select`, which must return the same value until that part of the model changes. */
export function useModel<T>(select: (model: Model) => T): T {
  const store = useStore();
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

/** Returns a setting's value as a text, and its range; both change rarely. Its obstacle begins in the reader's language. */
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

/** Returns true unless this page's link is for viewers. */
export const useDirects = (): boolean => useModel(directs);
