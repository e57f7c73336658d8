import type { State } from "../api/generated";

/** How often a camera's pictures come, as measured. */
export type Cadence = NonNullable<NonNullable<State["status"]>["cadences"]>[number];

/** Another rate than was asked for, by more than a tenth, in whole pictures a second; undefined: as it should be,
 * or brought to the rate that was asked for. */
export function otherRate(cadences: readonly Cadence[] | undefined, camera: string): { rate: number; asked: number } | undefined {
  const found = cadences?.find((cadence) => cadence.input === camera);
  if (!found || found.converted || found.asked === null || Math.abs(found.rate / found.asked - 1) <= 0.1) return undefined;
  const whole = (rate: number) => (rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate));
  return { rate: whole(found.rate), asked: whole(found.asked) };
}
