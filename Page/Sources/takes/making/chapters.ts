import { chapters, type Take } from "../model";
import type { Template } from "./templates";
import type { Span } from "./times";

/** The minimum number of chapters, and the minimum seconds of each, for which YouTube shows chapters. */
const [least, shortest] = [3, 10];

/** Returns whether chapters are offered at all. */
export const mayHaveChapters = (take: Take, template: Template): boolean =>
  template.frame !== null && chapters(take).length >= least;

/**
 * Returns whether the marks of a part give enough chapters, counted as the program does: it skips marks too soon after another or too near
 * the end.
 */
export function makesChapters(take: Take, span: Span): boolean {
  const [begin, end] = [span.from ?? 0, span.to ?? take.recorded];
  const begins: number[] = [];
  for (const { at } of chapters(take)) {
    if (at < begin || end - at < shortest) continue;
    const last = begins[begins.length - 1];
    if (last !== undefined) {
      if (at - begin - last >= shortest) begins.push(at - begin);
    } else if (at - begin < shortest) {
      begins.push(0);
    } else {
      // The part before the first mark is a chapter, too.
      begins.push(0, at - begin);
    }
  }
  return begins.length >= least;
}
