import type { Levels } from "../store/model";

/** The meter values of one microphone. */
export type Meter = { peak: number[]; rms: number[]; hold: number[]; heldSince: number[]; clipped: number };

export const silent = -60;
const holdFor = 1500;
const clipFor = 2000;
/** A peak at this level or above clips (dBFS). */
const clip = -0.1;

/** Returns the meter after levels have arrived at a time in ms. */
export function metered(before: Meter | undefined, levels: Levels, now: number): Meter {
  const hold: number[] = [];
  const heldSince: number[] = [];
  levels.peak.forEach((peak, channel) => {
    const held = before?.hold[channel] ?? -Infinity;
    const since = before?.heldSince[channel] ?? now;
    const isOver = peak >= held || now - since > holdFor;
    hold.push(isOver ? peak : held);
    heldSince.push(isOver ? now : since);
  });
  const isClipping = levels.peak.some((peak) => peak >= clip);
  return { ...levels, hold, heldSince, clipped: isClipping ? now : before?.clipped ?? -Infinity };
}

export const isClipped = (meter: Meter, now: number): boolean => now - meter.clipped < clipFor;

/**
 * Returns the position on a scale from -60 dB to 0, 0 ... 1. The upper part is longer, to match hearing.
 */
export const scale = (decibel: number): number => Math.max(0, Math.min(1, 1 + decibel / -silent)) ** 1.4;
