import type { State } from "../api/generated";

/** The measured rate of a camera's pictures. */
export type Cadence = NonNullable<NonNullable<State["status"]>["cadences"]>[number];

/**
 * Returns a rate that differs from the requested one by more than a tenth, in whole pictures a second; undefined: the rate is as requested,
 * or is converted to it.
 */
export function otherRate(cadences: readonly Cadence[] | undefined, camera: string): { rate: number; asked: number; since?: string } | undefined {
  const found = cadences?.find((cadence) => cadence.input === camera);
  if (!found || found.converted || found.asked === null || Math.abs(found.rate / found.asked - 1) <= 0.1) return undefined;
  const whole = (rate: number) => (rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate));
  const since = found.since === undefined ? {} : { since: found.since };
  return { rate: whole(found.rate), asked: whole(found.asked), ...since };
}

/** The number of damaged pictures from a camera, as the status reports it. */
export type Damage = NonNullable<NonNullable<State["status"]>["damaged"]>[number];

/** Returns how many damaged pictures a camera has delivered in this take. */
export const damagedCount = (damages: readonly Damage[] | undefined, camera: string): number =>
  (damages ?? []).filter((damage) => damage.input === camera).reduce((sum, damage) => sum + damage.count, 0);
