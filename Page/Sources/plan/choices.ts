import type { PipelinePlan, PlannedOutput } from "../api/generated";
import { fill, type Texts } from "../i18n";

export type Part = "size" | "rate" | "codec" | "bitrate";
export type Choice = { value: string; label: string };
/** Settings that override the pipeline file, by their keys. */
export type Variant = Record<string, string>;

/** Returns the keys of the pipeline file for a part of an output. */
export const keyOf = (output: string, part: Part): string[] => {
  if (part === "codec" || part === "bitrate") return ["encoders", output, part === "codec" ? "use" : "bitrate"];
  return output === "combined" ? ["combined", part] : ["cameras", output, part];
};

const sizes = ["3840x2160", "1920x1080", "1280x720", "960x540", "640x360"];
const rates = ["60", "50", "30", "25", "15"];
const codecs = ["h264", "h265", "av1", "vp9", "prores", "mjpeg"];
const bitrates = ["2Mbps", "4Mbps", "8Mbps", "16Mbps", "32Mbps"];
const codecNames: Record<string, string> = { h264: "H.264", h265: "H.265", av1: "AV1", vp9: "VP9", prores: "ProRes", mjpeg: "MJPEG" };

export const codecName = (codec: string): string => codecNames[codec] ?? codec;
export const sizeName = (output: Pick<PlannedOutput, "width" | "height">): string => `${output.width}x${output.height}`;

/** Returns the outputs of the text or, if these cannot be planned, those of the saved file. */
export const outputsOf = ({ plan, basis }: { plan: PipelinePlan | null; basis: PipelinePlan | null }): PlannedOutput[] =>
  (plan?.outputs.length ? plan : basis)?.outputs ?? [];

/** Returns the current value, in the form of the choices. */
export const valueOf = (output: PlannedOutput, part: Part, written: string | undefined): string => {
  switch (part) {
    case "size": return sizeName(output);
    case "rate": return output.rate;
    case "codec": return output.codec;
    case "bitrate": return written ?? "auto";
  }
};

/** Returns the choices for a part of an output, including the current value. */
export function choices(output: PlannedOutput, part: Part, available: readonly string[], written: string | undefined, { t }: Texts): Choice[] {
  const current = valueOf(output, part, written);
  const known = { size: sizes, rate: rates, codec: codecs.filter((codec) => available.includes(codec)), bitrate: ["auto", ...bitrates] }[part];
  const all = known.includes(current) ? known : [current, ...known];
  const name = (value: string): string => {
    if (part === "codec") return codecName(value);
    if (part === "rate") return `${value} fps`;
    return value === "auto" ? t.setup.automatic : value.replace(/([\d.]+)([a-zA-Z]+)/, part === "bitrate" ? "$1 $2" : "$&");
  };
  return all.map((value) => ({ value, label: name(value) }));
}

/** Returns the request that prices a choice; `null`: no setting expresses it, because it removes one from the file. */
export function variantOf(output: PlannedOutput, part: Part, value: string, written: string | undefined): Variant | null {
  if (part === "bitrate" && value === "auto") return written === undefined ? {} : null;
  return { [keyOf(output.name, part).join(".")]: value };
}

/** Returns the figures of a plan in a few words; `null`: there are none. */
export function costText(plan: PipelinePlan | null | undefined, form: "cost" | "short", texts: Texts): string | null {
  if (!plan?.cost || plan["bytes-per-hour"] === null) return null;
  return fill(texts.t.setup[form], { load: texts.percent(plan.cost.total), size: texts.bytes(plan["bytes-per-hour"]) });
}

/** Returns why a plan cannot be chosen; `undefined`: it can. */
export function refusal(plan: PipelinePlan | null | undefined, texts: Texts): string | undefined {
  if (plan?.obstacle) return fill(texts.t.setup.unknown, { reason: plan.obstacle });
  if (!plan?.cost?.refused) return undefined;
  const { binding, total, limit } = plan.cost;
  return fill(texts.t.setup.tooMuch, { resource: texts.t.setup.resources[binding], load: texts.percent(total), limit: texts.percent(limit) });
}

/** Adds to a choice its cost, or why it cannot be chosen. */
export function priced(choice: Choice, plan: PipelinePlan | undefined, texts: Texts): Choice & { obstacle?: string } {
  const reason = refusal(plan, texts);
  if (reason !== undefined) return { ...choice, label: `${choice.label} · ${reason}`, obstacle: reason };
  const cost = costText(plan, "short", texts);
  if (cost === null) return choice;
  return { ...choice, label: `${choice.label} · ${plan!.cost!.fits ? cost : fill(texts.t.setup.mayBeTooMuch, { cost })}` };
}
