import type { State } from "../api/generated";

/** How often a camera's pictures come, as measured. */
export type Cadence = NonNullable<NonNullable<State["status"]>["cadences"]>[number];

/** Another rate than was asked for, by more than a tenth, in whole pictures a second; undefined: as it should be,
 * or brought to the rate that was asked for. */
export function otherRate(cadences: readonly Cadence[] | undefined, camera: string): { rate: number; asked: number; since?: string } | undefined {
  const found = cadences?.find((cadence) => cadence.input === camera);
  if (!found || found.converted || found.asked === null || Math.abs(found.rate / found.asked - 1) <= 0.1) return undefined;
  const whole = (rate: number) => (rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate));
  const since = found.since === undefined ? {} : { since: found.since };
  return { rate: whole(found.rate), asked: whole(found.asked), ...since };
}

/** The pictures that came damaged from cameras, as the status tells them. */
export type Damage = NonNullable<NonNullable<State["status"]>["damaged"]>[number];

/** How many pictures of a camera came damaged in this take. */
export const damagedCount = (damages: readonly Damage[] | undefined, camera: string): number =>
  (damages ?? []).filter((damage) => damage.input === camera).reduce((sum, damage) => sum + damage.count, 0);
