import { chapters, type Take } from "../model";
import type { Template } from "./templates";
import type { Span } from "./times";

/** YouTube makes chapters of so many, each of so many seconds, or none. */
const [least, shortest] = [3, 10];

/** True where chapters are offered at all. */
export const mayHaveChapters = (take: Take, template: Template): boolean =>
  template.frame !== null && chapters(take).length >= least;

/** True where the marks of a part make chapters, counted as the program does: a mark too soon after another, or before the end, makes none. */
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
      // What is before the first mark is a chapter as well.
      begins.push(0, at - begin);
    }
  }
  return begins.length >= least;
}
