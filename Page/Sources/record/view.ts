import { useSyncExternalStore } from "react";

/** The overlays of the preview, which no file contains. */
export type View = {
  grid: "none" | "thirds" | "golden";
  cross: boolean;
  /** Horizontal and vertical lines for levelling a camera. */
  level: boolean;
  safe: "none" | "16:9" | "9:16" | "1:1";
  peaking: boolean;
  zebra: boolean;
  histogram: boolean;
  waveform: boolean;
  meters: boolean;
};

const key = "dualcam.view";
const initial: View = {
  grid: "none", cross: false, level: false, safe: "none", peaking: false, zebra: false, histogram: false, waveform: false, meters: true,
};
const listeners = new Set<() => void>();
let current: View = read();

function read(): View {
  try {
    return { ...initial, ...(JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<View>) };
  } catch {
    return initial;
  }
}

export function changeView(part: Partial<View>): void {
  current = { ...current, ...part };
  localStorage.setItem(key, JSON.stringify(current));
  listeners.forEach((listener) => listener());
}

export function useView(): View {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, () => current);
}
