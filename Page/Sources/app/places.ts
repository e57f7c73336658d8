import { useSyncExternalStore } from "react";

export type Place = "record" | "takes" | "settings";

/** Returns the place and the selection in it: `/takes/ID`. */
export function placeOf(pathname: string): { place: Place; rest: string[] } {
  const [first, ...rest] = pathname.split("/").filter(Boolean).map(decodeURIComponent);
  return first === "takes" || first === "settings" ? { place: first, rest } : { place: "record", rest: [] };
}

export const pathOf = (place: Place, ...rest: string[]): string =>
  place === "record" ? "/" : `/${[place, ...rest].map(encodeURIComponent).join("/")}`;

const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());

/** Goes to a place; Back returns to the previous one. */
export function go(path: string): void {
  if (path !== location.pathname) history.pushState(null, "", path);
  tell();
}

export function usePath(): string {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    window.addEventListener("popstate", tell);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener("popstate", tell);
    };
  }, () => location.pathname);
}
