import { isFinished, outputs, segments, type Take } from "../model";
import type { Ability } from "../server";
import { makesChapters, mayHaveChapters } from "./chapters";
import type { Template } from "./templates";
import { spanBody, type Span } from "./times";

const whole: Span = { from: null, to: null };

export type Making = "export" | "trim" | "compose";
export type Offer = Making | "timeline";

/** What can be made of a take by a page that is able to do so much. */
export function offers(take: Take, can: ReadonlySet<Ability>): Offer[] {
  if (!isFinished(take) || take.files.length === 0) return [];
  const all: Offer[] = ["export", "trim", "compose", "timeline"];
  return all.filter((one) => can.has(one) && (one !== "compose" || take.cameras.length > 1));
}

export type ExportWish = { span: Span; withChapters: boolean; isEven: boolean; isQuieter: boolean };

/** How much of the noise behind voices is taken away. */
export const noiseReduction = "moderate";

/** What is wished and the template does not know is left out. */
export const exportBody = (take: Take, template: Template, wish: ExportWish): Record<string, unknown> => ({
  as: template.name,
  ...(template.takesPart && spanBody(wish.span)),
  ...(template.isEven && !wish.isEven && { loudness: "off" }),
  ...(template.isEven && wish.isQuieter && { "noise-reduction": noiseReduction }),
  ...(wish.withChapters && mayHaveChapters(take, template) && makesChapters(take, template.takesPart ? wish.span : whole) && { chapters: true }),
});

export type CutWish = { span: Span; isWithoutSilence: boolean; joins: boolean; left: readonly string[] };

/** Shorter silence stays. */
export const silence = "2s";

export const hasSeveralSegments = (take: Take): boolean => segments(take).length > 1;

/** `left` are the outputs that get no new file. */
export function cutBody(take: Take, wish: CutWish): Record<string, unknown> {
  const cameras = outputs(take).filter((output) => !wish.left.includes(output));
  return {
    ...spanBody(wish.span),
    ...(wish.isWithoutSilence && { "without-silence": silence }),
    ...(wish.joins && hasSeveralSegments(take) && { join: true }),
    ...(cameras.length < outputs(take).length && { cameras: cameras.join(",") }),
  };
}

export type Rule = "directed" | "every" | "marks";

export function drawBody(rule: Rule, seconds: number): Record<string, unknown> {
  switch (rule) {
    case "directed": return {};
    case "every": return { "switch-every": `${seconds}s` };
    case "marks": return { "switch-at-marks": true };
  }
}
