import type { Event as Told, State } from "../api/generated";

type Of<Name extends Told["event"]> = Extract<Told, { event: Name }>;

/** Why an output lacks something, as far as events tell. */
export type Cause = "encoder" | "camera" | "load" | "heat" | "space";

/** What was told of an output's losses while the take was recorded. */
export type ToldLoss = { frames: number; cause: Cause | null };

/** What an output of a finished take lacks. */
export type Missing = { output: string; seconds: number; cause: Cause | null };

/** Outputs may end a few frames apart. */
const tolerance = 0.25;

const sheddingCauses: Record<string, Cause> = { load: "load", queue: "encoder", heat: "heat", space: "space" };

/** Returns what is known of losses after a message. The first cause that is told of an output stays. */
export function losing(losses: Record<string, ToldLoss>, message: Told): Record<string, ToldLoss> {
  const add = (output: string, frames: number, cause: Cause | null) => {
    const before = losses[output] ?? { frames: 0, cause: null };
    return { ...losses, [output]: { frames: before.frames + frames, cause: before.cause ?? cause } };
  };
  switch (message.event) {
    case "dropped": return message.output === null ? losses : add(message.output, message.count, causeOf(message.branch));
    case "input-lost": return add(message.input, 0, "camera");
    case "shed": return message.step === "combined" ? add("combined", 0, sheddingCauses[message.reason] ?? "load") : losses;
    default: return losses;
  }
}

/** A branch is called after its output and what it does: `back.encoder`. */
const causeOf = (branch: string): Cause | null => (branch.endsWith(".encoder") ? "encoder" : branch.endsWith(".mixer") ? "load" : null);

/**
 * Returns what each output lacks: frames that were dropped, and the time by which its files are shorter than the longest output's.
 * The one place in which the page reckons so.
 */
export function missing(
  finished: Of<"finished">, status: State["status"], told: Record<string, ToldLoss>,
): Missing[] {
  const kept = finished.files.filter((file) => file.finished);
  const outputs = [...new Set([...finished.files.map((file) => file.output), ...(status?.outputs ?? []).map((one) => one.output)])];
  const sum = (output: string, value: (file: (typeof kept)[number]) => number | null) =>
    kept.filter((file) => file.output === output).reduce((sum, file) => sum + (value(file) ?? 0), 0);
  const longest = Math.max(0, ...outputs.map((output) => sum(output, (file) => file.duration)));
  return outputs.flatMap((output) => {
    const [frames, length] = [sum(output, (file) => file.frames), sum(output, (file) => file.duration)];
    const counted = status?.outputs.find((one) => one.output === output)?.dropped ?? 0;
    const dropped = Math.max(counted, told[output]?.frames ?? 0);
    const short = longest - length > tolerance ? longest - length : 0;
    const seconds = short + (dropped > 0 ? (length * dropped) / Math.max(1, frames + dropped) : 0);
    return dropped > 0 || short > 0 ? [{ output, seconds, cause: told[output]?.cause ?? null }] : [];
  });
}
