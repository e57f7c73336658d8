import { Refused } from "../api/client";
import { fill, type Texts } from "../i18n";
import { type Signal, signalText } from "../record/signals";

/** What went wrong, as the server says it: its code for the page's own words, and its English. */
export type Failure = {
  code: string;
  message: string;
  advice?: string;
  /** Tells failures of one code apart: why there is no picture. */
  reason?: string;
  /** The output that is lost by it. */
  output?: string | null;
};

/** A failure in the reader's language, and what only the server can say. */
export type Telling = { lead: string; advice: string; detail: string };

export const failureOf = (error: unknown): Failure =>
  error instanceof Refused
    ? { code: error.code, message: error.message, advice: error.advice, reason: error.reason }
    : { code: "failed", message: error instanceof Error ? error.message : String(error) };

/** Codes that mean the same to whoever uses the page. */
const same: Record<string, string> = {
  "unknown-command": "not-understood", "bad-request": "not-understood", "method-not-allowed": "not-understood",
  "unsupported-media-type": "not-understood", "upgrade-required": "not-understood", "bad-host": "not-allowed",
  "bad-origin": "not-allowed", "read-only": "not-allowed", "too-many-requests": "busy",
};

export const outputName = (output: string, { t }: Texts): string => (output === "combined" ? t.record.combined : output);

/**
 * Returns a failure in words. The server's advice is for whoever sits at its terminal: it is shown only where the page has none of
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

/** A warning's code, and what it is of. */
export type Warned = { code: string; input?: string; output?: string; channel?: number };

/** Returns the first sentence of a warning in the reader's language; empty: this page does not know its code. */
export function warningText(warned: Warned, texts: Texts): string {
  const { code, input, output, channel } = warned;
  if (input !== undefined && /^(camera|microphone)-/.test(code)) return signalText({ input, code, channel, lasting: 0 } as Signal, texts);
  if (code === "output-still") return stillText(output ?? "", texts);
  const words: Record<string, string> = texts.t.told.warnings;
  return words[code] ?? "";
}

/** "Combined: no frame is written" */
export const stillText = (output: string, texts: Texts): string =>
  fill(texts.t.record.signal, { input: outputName(output, texts), fault: texts.t.record.signalStill });
