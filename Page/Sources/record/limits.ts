import { useSyncExternalStore } from "react";

/** The limits of the next take that begins from this page. */
export type Limits = { duration?: string; until?: string; delay?: string };

const listeners = new Set<() => void>();
let current: Limits = {};

/** Changes one limit; an empty text removes it. */
export function changeLimit(name: keyof Limits, value: string): void {
  const { [name]: _, ...rest } = current;
  current = value === "" ? rest : { ...rest, [name]: value };
  listeners.forEach((listener) => listener());
}

export function useLimits(): Limits {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, () => current);
}
