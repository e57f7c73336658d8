import { Refused } from "../api/client";
import { fill, type Texts } from "../i18n";
import { type Signal, signalText } from "../record/signals";

/** A failure as the server reports it: its code, for the page's own words, and its English text. */
export type Failure = {
  code: string;
  message: string;
  advice?: string;
  /** Distinguishes failures with the same code: the reason why there is no picture. */
  reason?: string;
  /** The output that the failure affects. */
  output?: string | null;
};

/** A failure in the reader's language, and the details that only the server has. */
export type Telling = { lead: string; advice: string; detail: string };

export const failureOf = (error: unknown): Failure =>
  error instanceof Refused
    ? { code: error.code, message: error.message, advice: error.advice, reason: error.reason }
    : { code: "failed", message: error instanceof Error ? error.message : String(error) };

/** Codes that mean the same to the user of the page. */
const same: Record<string, string> = {
  "unknown-command": "not-understood", "bad-request": "not-understood", "method-not-allowed": "not-understood",
  "unsupported-media-type": "not-understood", "upgrade-required": "not-understood", "bad-host": "not-allowed",
  "bad-origin": "not-allowed", "read-only": "not-allowed", "too-many-requests": "busy",
};

export const outputName = (output: string, { t }: Texts): string => (output === "combined" ? t.record.combined : output);

/**
 * Returns a failure in words. The server's advice is written for the user at its terminal. It is shown only if the page has no advice of
 * its own.
 */
export function telling(failure: Failure, texts: Texts): Telling {
  const { failures, advice, noPicture, of } = texts.t.told;
  const [leads, advices, reasons]: Record<string, string>[] = [failures, advice, noPicture];
  const code = same[failure.code] ?? failure.code;
  const reason = failure.reason === undefined ? undefined : reasons![failure.reason];
  if (reason !== undefined) return { lead: reason, advice: "", detail: "" };
  const lead = leads![code] ?? failures.failed;
  const own = advices![code] ?? "";
  return {
    lead: failure.output ? fill(of, { lead, output: outputName(failure.output, texts) }) : lead,
    advice: own,
    detail: [failure.message, own === "" ? (failure.advice ?? "") : ""].filter(Boolean).join(" "),
  };
}

/** A warning's code, and its subject. */
export type Warned = { code: string; input?: string; output?: string; channel?: number };

/** Returns the first sentence of a warning in the reader's language; empty: this page does not know its code. */
export function warningText(warned: Warned, texts: Texts): string {
  const { code, input, output, channel } = warned;
  if (input !== undefined && /^(camera|microphone)-/.test(code)) return signalText({ input, code, channel, lasting: 0 } as Signal, texts);
  if (code === "output-still") return stillText(output ?? "", texts);
  const words: Record<string, string> = texts.t.told.warnings;
  return words[code] ?? "";
}

/** Returns "Combined: no frame is written". */
export const stillText = (output: string, texts: Texts): string =>
  fill(texts.t.record.signal, { input: outputName(output, texts), fault: texts.t.record.signalStill });
