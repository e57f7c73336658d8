import { isFinished, outputs, segments, type Take } from "../model";
import type { Ability } from "../server";
import { makesChapters, mayHaveChapters } from "./chapters";
import type { Template } from "./templates";
import { isFaulty, type Part, readPart, sent, spanBody, type Span } from "./times";

const whole: Span = { from: null, to: null };

export type Making = "export" | "trim" | "compose" | "dub" | "stabilise";
export type Offer = Making | "timeline";

/** What can be made of a take by a page that is able to do so much. */
export function offers(take: Take, can: ReadonlySet<Ability>): Offer[] {
  if (!isFinished(take) || take.files.length === 0) return [];
  const all: Offer[] = ["export", "trim", "compose", "dub", "stabilise", "timeline"];
  const lacks: Partial<Record<Offer, boolean>> = { compose: take.cameras.length < 2, stabilise: camerasWithFiles(take).length === 0 };
  return all.filter((one) => can.has(one) && !lacks[one]);
}

export type ExportWish = { span: Span; withChapters: boolean; isEven: boolean; isQuieter: boolean; subtitles?: string };

/** How much of the noise behind voices is taken away. */
export const noiseReduction = "moderate";

/** What is wished and the template does not know is left out. */
export const exportBody = (take: Take, template: Template, wish: ExportWish): Record<string, unknown> => ({
  as: template.name,
  ...(template.takesPart && spanBody(wish.span)),
  ...(template.isEven && !wish.isEven && { loudness: "off" }),
  ...(template.isEven && wish.isQuieter && { "noise-reduction": noiseReduction }),
  ...(wish.withChapters && mayHaveChapters(take, template) && makesChapters(take, template.takesPart ? wish.span : whole) && { chapters: true }),
  ...(wish.subtitles !== undefined && mayHaveSubtitles(template) && { subtitles: wish.subtitles }),
});

/** Words need a picture under them. */
export const mayHaveSubtitles = (template: Template): boolean => template.frame !== null && template.hasTracks;

export type CutWish = { span: Span; cuts?: readonly Part[]; isWithoutSilence: boolean; joins: boolean; left: readonly string[] };

/** Shorter silence stays. */
export const silence = "2s";

export const hasSeveralSegments = (take: Take): boolean => segments(take).length > 1;

/** `left` are the outputs that get no new file. */
export function cutBody(take: Take, wish: CutWish): Record<string, unknown> {
  const cameras = outputs(take).filter((output) => !wish.left.includes(output));
  const cuts = (wish.cuts ?? []).map((cut) => stretch(cut, take.recorded)).filter((cut) => cut !== null);
  return {
    ...spanBody(wish.span),
    ...(cuts.length > 0 && { cut: cuts }),
    ...(wish.isWithoutSilence && { "without-silence": silence }),
    ...(wish.joins && hasSeveralSegments(take) && { join: true }),
    ...(cameras.length < outputs(take).length && { cameras: cameras.join(",") }),
  };
}

/** A stretch that is left out, as it is asked for: without an end of its own it reaches to the take's. */
function stretch(cut: Part, length: number): string | null {
  const { span, faults } = readPart(cut, length);
  if (isFaulty(faults) || (span.from === null && span.to === null)) return null;
  // The program refuses what lies behind the end, which players and files do not agree about.
  return `${sent(span.from ?? 0)}..${sent(span.to ?? Math.floor(length * 1000) / 1000)}`;
}

/** Cameras whose pictures are in files of their own. */
export const camerasWithFiles = (take: Take): string[] => outputs(take).filter((output) => output !== "combined");

export type Calm = "little" | "usual" | "very";
/** Movements shorter than this are taken away; the program knows what is usual. */
const lengths: Record<Calm, string | null> = { little: "500ms", usual: null, very: "2s" };

export const steadyBody = (camera: string, calm: Calm): Record<string, unknown> =>
  ({ camera, ...(lengths[calm] !== null && { over: lengths[calm] }) });

/** The recorder's file lies in the take's folder. */
export const dubBody = (sound: string, offset: number | null): Record<string, unknown> =>
  ({ sound: sound.trim(), ...(offset !== null && { offset: `${offset}s` }) });

/** Microphones that have a track of their own. */
export const ownMicrophones = (take: Take): string[] => (take.tracks ?? []).flatMap((track) => (track.length === 1 ? track : []));
export const maySwitchBySpeaker = (take: Take): boolean => ownMicrophones(take).length > 1 && take.cameras.length > 1;

/** The cameras as they stand in a row, and the microphones in theirs. */
export const firstSpeakers = (take: Take): Record<string, string> => {
  const microphones = ownMicrophones(take);
  return Object.fromEntries(take.cameras.map((camera, index) => [camera, microphones[index] ?? ""]));
};

/** `back=anna,front=ben`; `null`: two cameras at least have to be somebody's. */
export function speakerList(take: Take, speakers: Readonly<Record<string, string>>): string | null {
  const pairs = take.cameras.filter((camera) => speakers[camera]).map((camera) => `${camera}=${speakers[camera]}`);
  return pairs.length > 1 ? pairs.join(",") : null;
}

export type Rule = "directed" | "every" | "marks" | "speakers" | "list";
export type DrawWish = { seconds: number; speakers?: string | null; list?: string | null };

export function drawBody(rule: Rule, { seconds, speakers, list }: DrawWish): Record<string, unknown> {
  switch (rule) {
    case "speakers": return { "by-speaker": speakers ?? "" };
    case "list": return { edit: list ?? "" };
    case "directed": return {};
    case "every": return { "switch-every": `${seconds}s` };
    case "marks": return { "switch-at-marks": true };
  }
}
