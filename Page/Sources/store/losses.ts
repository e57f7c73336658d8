import type { Event as Told } from "../api/generated";

type Of<Name extends Told["event"]> = Extract<Told, { event: Name }>;

/** The cause of a loss, as far as events report it. */
export type Cause = "encoder" | "camera" | "load" | "heat" | "space";

/** The first reported cause of a loss during a take, by output. */
export type Causes = Record<string, Cause>;

/**
 * The frames of one output that are in no file. `missing`: they were due; `leftOut`: the recorder left them out on purpose. `seconds`:
 * their duration; `null`: not known.
 */
export type Lack = { output: string; kind: "missing" | "leftOut"; frames: number; seconds: number | null; cause: Cause | null };

const sheddingCauses: Record<string, Cause> = { load: "load", queue: "encoder", heat: "heat", space: "space" };

/** Returns the known causes after a message. The first cause of an output stays. */
export function withCause(causes: Causes, message: Told): Causes {
  const add = (output: string, cause: Cause | null) => (cause === null || output in causes ? causes : { ...causes, [output]: cause });
  switch (message.event) {
    case "dropped": return message.output === null ? causes : add(message.output, causeOf(message.branch));
    case "input-lost": return add(message.input, "camera");
    case "shed": return message.step === "combined" ? add("combined", sheddingCauses[message.reason] ?? "load") : causes;
    default: return causes;
  }
}

/** Returns the cause of a loss in a branch, whose name has the form `back.encoder`: output and function. */
const causeOf = (branch: string): Cause | null => (branch.endsWith(".encoder") ? "encoder" : branch.endsWith(".mixer") ? "load" : null);

/**
 * Returns the frames that each output of a finished take lacks; `null`: the recorder does not know. The figures are the recorder's own,
 * as in `audit`, `sessions` and `session.json`: the page counts nothing itself.
 */
export function lacks(finished: Of<"finished">, causes: Causes): Lack[] | null {
  const outputs = finished.losses?.outputs;
  if (outputs === undefined) return finished.folder === null ? [] : null;
  return outputs.flatMap(({ output, missing, shed, seconds }) => {
    const cause = causes[output] ?? null;
    const lacking: Lack[] = [
      { output, kind: "missing", frames: missing, seconds, cause }, { output, kind: "leftOut", frames: shed, seconds: null, cause },
    ];
    return lacking.filter((one) => one.frames > 0);
  });
}
