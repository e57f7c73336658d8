/** A part of a take as it is typed. An empty field is the beginning or the end of the take. */
export type Part = { from: string; to: string };
/** The same in seconds; `null` is the beginning or the end of the take. */
export type Span = { from: number | null; to: number | null };
/** An error in a position: not readable, after the end of the take, or an end before the beginning. */
export type Fault = "unreadable" | "beyond" | "order";
export type Faults = { from?: Fault; to?: Fault };

export const wholeTake: Part = { from: "", to: "" };

/** The tolerance in seconds: players and files disagree about the end of a take. */
const slack = 0.1;

/** Parses a position in seconds: `3.2`, `12:40`, `1:02:40.5`; `null` if it is invalid. */
export function parsePlace(text: string): number | null {
  // Japanese and Chinese keyboards have digits and colons of their own.
  const written = text.normalize("NFKC").trim().replace(",", ".").replace(/\s*s$/, "");
  if (!/^(\d+:){0,2}\d+(\.\d+)?$/.test(written)) return null;
  const numbers = written.split(":").map(Number);
  if (numbers.slice(1).some((number) => number >= 60)) return null;
  return numbers.reduce((sum, number) => sum * 60 + number, 0);
}

/** Formats a position to a tenth of a second, as `parsePlace` reads it: 0:03.2, 12:40, 1:02:40.5. */
export function placeText(seconds: number): string {
  const tenths = Math.max(0, Math.round(seconds * 10));
  const [hours, minutes] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60];
  const rest = (tenths % 600) / 10;
  const last = `${rest < 10 ? "0" : ""}${rest}`;
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${last}` : `${minutes}:${last}`;
}

/** Reads a part of a take of this length. */
export function readPart(part: Part, length: number): { span: Span; faults: Faults } {
  const faults: Faults = {};
  const read = (text: string): number | null => (text.trim() === "" ? null : parsePlace(text));
  const [from, to] = [read(part.from), read(part.to)];
  if (from === null && part.from.trim() !== "") faults.from = "unreadable";
  else if (from !== null && from >= length) faults.from = "beyond";
  if (to === null && part.to.trim() !== "") faults.to = "unreadable";
  else if (to !== null && to > length + slack) faults.to = "beyond";
  else if (to !== null && to <= (from ?? 0)) faults.to = "order";
  const span = { from: from === 0 ? null : from, to: to !== null && to > length - slack / 2 ? null : to };
  return { span, faults };
}

export const isFaulty = (faults: Faults): boolean => faults.from !== undefined || faults.to !== undefined;

/** Returns the length of a part in seconds. */
export const spanLength = (span: Span, length: number): number => (span.to ?? length) - (span.from ?? 0);

export const sent = (seconds: number): string => `${Number(seconds.toFixed(3))}s`;

/** Returns a part in the form of requests. */
export const spanBody = (span: Span): { from?: string; to?: string } => ({
  ...(span.from !== null && { from: sent(span.from) }),
  ...(span.to !== null && { to: sent(span.to) }),
});
