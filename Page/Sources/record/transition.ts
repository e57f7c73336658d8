import { useSyncExternalStore } from "react";
import type { Commands } from "../api/generated";

/** The transition of the page's picture changes. */
export type Style = {
  transition: NonNullable<Commands["swap"]["transition"]>;
  /** Seconds; 0: at once. */
  over: number;
};

export const transitions: Style["transition"][] = ["cut", "dissolve", "slide", "wipe", "zoom", "circle", "flip", "move"];

const key = "dualcam.transition";
const listeners = new Set<() => void>();
let current: Style = read();

function read(): Style {
  try {
    return { transition: "move", over: 0.5, ...(JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<Style>) };
  } catch {
    return { transition: "move", over: 0.5 };
  }
}

export const style = (): Style => current;

export function changeStyle(part: Partial<Style>): void {
  current = { ...current, ...part };
  localStorage.setItem(key, JSON.stringify(current));
  listeners.forEach((listener) => listener());
}

export function useStyle(): Style {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, () => current);
}

/** Returns the duration of a change as commands expect it; empty for a cut. */
export const overOf = (style: Style): { over?: string } =>
  style.transition === "cut" || style.over === 0 ? {} : { over: `${Math.round(style.over * 1000)}ms` };

/** Returns the duration and the transition, for commands that accept one. */
export const transitionOf = (style: Style): Pick<Commands["swap"], "over" | "transition"> =>
  style.transition === "cut" || style.over === 0 ? { transition: "cut" } : { transition: style.transition, ...overOf(style) };
