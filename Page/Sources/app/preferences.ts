import { useSyncExternalStore } from "react";
import { type Language, preferred } from "../i18n";

/** The display preferences that this browser stores. */
export type Preferences = {
  language: Language | null;
  theme: "auto" | "light" | "dark";
  /** True if controls hide while recording. */
  hides: boolean;
};

const key = "dualcam.preferences";
const initial: Preferences = { language: null, theme: "auto", hides: true };
let current: Preferences = read();
const listeners = new Set<() => void>();

function read(): Preferences {
  try {
    return { ...initial, ...(JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<Preferences>) };
  } catch {
    return initial;
  }
}

export function change(part: Partial<Preferences>): void {
  current = { ...current, ...part };
  localStorage.setItem(key, JSON.stringify(current));
  listeners.forEach((listener) => listener());
}

export function usePreferences(): Preferences {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, () => current);
}

export const languageOf = (preferences: Preferences): Language => preferred(navigator.languages, preferences.language);

/** Returns the language in which the page starts. */
export const firstLanguage = (): Language => languageOf(current);
