import { isFinished, outputs, segments, type Take } from "../model";
import type { Ability } from "../server";
import { makesChapters, mayHaveChapters } from "./chapters";
import type { Template } from "./templates";
import { isFaulty, type Part, readPart, sent, spanBody, type Span } from "./times";

const whole: Span = { from: null, to: null };

export type Making = "export" | "trim" | "compose" | "dub" | "stabilise";
export type Offer = Making | "timeline";

/** Returns what can be made of a take with these abilities. */
export function offers(take: Take, can: ReadonlySet<Ability>): Offer[] {
  if (!isFinished(take) || take.files.length === 0) return [];
  const all: Offer[] = ["export", "trim", "compose", "dub", "stabilise", "timeline"];
  const lacks: Partial<Record<Offer, boolean>> = { compose: take.cameras.length < 2, stabilise: camerasWithFiles(take).length === 0 };
  return all.filter((one) => can.has(one) && !lacks[one]);
}

export type ExportWish = { span: Span; withChapters: boolean; isEven: boolean; isQuieter: boolean; subtitles?: string };

/** The strength of the noise reduction for voices. */
export const noiseReduction = "moderate";

/** Returns the body of an export request. Options that the template does not support are left out. */
export const exportBody = (take: Take, template: Template, wish: ExportWish): Record<string, unknown> => ({
  as: template.name,
  ...(template.takesPart && spanBody(wish.span)),
  ...(template.isEven && !wish.isEven && { loudness: "off" }),
  ...(template.isEven && wish.isQuieter && { "noise-reduction": noiseReduction }),
  ...(wish.withChapters && mayHaveChapters(take, template) && makesChapters(take, template.takesPart ? wish.span : whole) && { chapters: true }),
  ...(wish.subtitles !== undefined && mayHaveSubtitles(template) && { subtitles: wish.subtitles }),
});

/** Returns whether a template can have subtitles, which need a picture. */
export const mayHaveSubtitles = (template: Template): boolean => template.frame !== null && template.hasTracks;

export type CutWish = { span: Span; cuts?: readonly Part[]; isWithoutSilence: boolean; joins: boolean; left: readonly string[] };

/** The length above which silence is removed. */
export const silence = "2s";

export const hasSeveralSegments = (take: Take): boolean => segments(take).length > 1;

/** Returns the body of a cut request. The outputs in `left` get no new file. */
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

/** Returns the request for a stretch that is left out. Without an end it reaches to the end of the take. */
function stretch(cut: Part, length: number): string | null {
  const { span, faults } = readPart(cut, length);
  if (isFaulty(faults) || (span.from === null && span.to === null)) return null;
  // The program refuses a position after the end of the take, about which players and files disagree.
  return `${sent(span.from ?? 0)}..${sent(span.to ?? Math.floor(length * 1000) / 1000)}`;
}

/** Returns the cameras that have files of their own. */
export const camerasWithFiles = (take: Take): string[] => outputs(take).filter((output) => output !== "combined");

export type Calm = "little" | "usual" | "very";
/** Movements shorter than this are removed; `null`: the program's default. */
const lengths: Record<Calm, string | null> = { little: "500ms", usual: null, very: "2s" };

export const steadyBody = (camera: string, calm: Calm): Record<string, unknown> =>
  ({ camera, ...(lengths[calm] !== null && { over: lengths[calm] }) });

/** Returns the body of a dub request. The file of the sound recorder lies in the take's folder. */
export const dubBody = (sound: string, offset: number | null): Record<string, unknown> =>
  ({ sound: sound.trim(), ...(offset !== null && { offset: `${offset}s` }) });

/** Returns the microphones that have a track of their own. */
export const ownMicrophones = (take: Take): string[] => (take.tracks ?? []).flatMap((track) => (track.length === 1 ? track : []));
export const maySwitchBySpeaker = (take: Take): boolean => ownMicrophones(take).length > 1 && take.cameras.length > 1;

/** Returns an initial assignment of microphones to cameras, in their order. */
export const firstSpeakers = (take: Take): Record<string, string> => {
  const microphones = ownMicrophones(take);
  return Object.fromEntries(take.cameras.map((camera, index) => [camera, microphones[index] ?? ""]));
};

/** Returns a list such as `back=anna,front=ben`; `null`: fewer than two cameras have a microphone. */
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
