import type { SessionSummary } from "../api/generated";

/** A file of a take. Times are seconds of the take's recorded time, which excludes pauses and gaps. */
export type TakeFile = {
  output: string;
  segment: number;
  /** The file name, as in addresses. */
  path: string;
  bytes: number | null;
  finished?: boolean;
  frames: number | null;
  start: number | null;
  end: number | null;
  video: { codec: string; width: number; height: number; "frame-rate": string | number | null } | null;
  audio: { codec: string } | null;
  container: string | null;
  /** True if a browser plays the file as it is; `null`: not checked. */
  plays: boolean | null;
  /** The name of a copy that browsers play; `null`: there is none. */
  proxy?: string | null;
};

export type Mark = { at: number | null; text: string | null };
/** A file that was made of a take and lies in its folder. It can be deleted separately. */
export type Made = {
  id: number;
  kind: "export" | "compose" | "trim" | "dub" | "stabilise" | "chapters";
  /** The file name, with its folder if that is not the take's own. */
  path: string;
  bytes: number;
  time: string | null;
  type: string;
};

/** The recorder's count. */
export type Losses = Pick<NonNullable<SessionSummary["losses"]>, "missing" | "dropped" | "inputs-lost" | "shed">;

export type Take = {
  id: string;
  name: string;
  start: string | null;
  state: "recording" | "finished" | "recovered" | "unfinished" | "unreadable";
  recorded: number;
  bytes: number;
  cameras: string[];
  files: TakeFile[];
  marks: Mark[];
  losses: Losses | null;
  proven: boolean | null;
  /**
   * Seconds by which the clock was corrected during the recording: the time in the folder's name is wrong by them.
   */
  "clock-corrected"?: number | null;
  /** The clock was not synchronised: the start may be wrong. */
  "start-doubtful"?: boolean;
  /** True if all of its files have a backup. */
  "backed-up"?: boolean;
  /** The microphones of each audio track; present only in the answer for a single take. */
  tracks?: string[][];
  /** The take's folder; present only in the answer for a single take. */
  folder?: string;
  /** The files made of the take; present only in the answer for a single take. */
  made?: Made[];
  /** The services to which the take was published. */
  published?: { to: string }[];
};

export type Filter = {
  when: "any" | "today" | "week" | "month";
  length: "any" | "short" | "middle" | "long";
  kind: "any" | "finished" | "unfinished" | "lossy" | "marked";
  text: string;
};

export const everything: Filter = { when: "any", length: "any", kind: "any", text: "" };

const day = 86_400_000;
const days = { any: Infinity, today: 1, week: 7, month: 30 };
/** The minimum and maximum seconds. */
const lengths = { any: [0, Infinity], short: [0, 60], middle: [60, 600], long: [600, Infinity] } as const;

export const lost = (take: Take): number => take.losses?.missing ?? take.losses?.dropped ?? 0;
/**
 * Returns the number of frames left out on purpose. They are not lost, but a take that lacks them is not complete.
 */
export const leftOut = (take: Take): number => take.losses?.shed ?? 0;
export const inputsLost = (take: Take): number => take.losses?.["inputs-lost"] ?? 0;
export const isFinished = (take: Take): boolean => take.state === "finished" || take.state === "recovered";

/** Returns the marks within the recorded time, in their order. */
export const chapters = (take: Take): { at: number; text: string }[] =>
  take.marks.flatMap((mark) => (mark.at === null ? [] : [{ at: mark.at, text: mark.text ?? "" }]))
    .sort((left, right) => left.at - right.at);

/** Returns the midnight at which a number of days begins, of which today is the last. */
function since(when: Filter["when"], now: Date): number {
  if (when === "any") return -Infinity;
  return new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime() - (days[when] - 1) * day;
}

function isOfKind(take: Take, kind: Filter["kind"]): boolean {
  switch (kind) {
    case "any": return true;
    case "finished": return isFinished(take);
    case "unfinished": return take.state === "unfinished" || take.state === "unreadable";
    case "lossy": return lost(take) + inputsLost(take) > 0;
    case "marked": return take.marks.length > 0;
  }
}

export function matches(take: Take, filter: Filter, now: Date): boolean {
  const [from, to] = lengths[filter.length];
  const words = filter.text.trim().toLocaleLowerCase();
  const texts = [take.name, ...take.cameras, ...take.marks.map((mark) => mark.text ?? "")];
  return (
    (take.start === null ? filter.when === "any" : Date.parse(take.start) >= since(filter.when, now)) &&
    take.recorded >= from && take.recorded < to && isOfKind(take, filter.kind) &&
    (words === "" || texts.some((text) => text.toLocaleLowerCase().includes(words)))
  );
}

/** Returns the combined picture first, then the cameras in the order of recording. */
export function outputs(take: Take): string[] {
  const names = [...new Set(take.files.map((file) => file.output))];
  return names.sort((left, right) => Number(right === "combined") - Number(left === "combined"));
}

/** One segment of a take: all outputs begin new files at the same instant. */
export type Segment = { begin: number; length: number; files: Map<string, TakeFile> };

const lengthOf = (file: TakeFile): number => (file.start === null || file.end === null ? 0 : file.end - file.start);

export function segments(take: Take): Segment[] {
  const numbers = [...new Set(take.files.map((file) => file.segment))].sort((left, right) => left - right);
  let begin = 0;
  return numbers.map((number) => {
    const files = take.files.filter((file) => file.segment === number && file.finished !== false);
    const segment = {
      begin, length: Math.max(0, ...files.map(lengthOf)), files: new Map(files.map((file) => [file.output, file])),
    };
    begin += segment.length;
    return segment;
  }).filter((segment) => segment.files.size > 0);
}

export function segmentAt(all: Segment[], time: number): number {
  const found = all.findIndex((segment) => time < segment.begin + segment.length);
  return found < 0 ? all.length - 1 : found;
}

/** Returns the file that represents a take in a small picture. */
export function face(take: Take): TakeFile | undefined {
  const whole = take.files.filter((file) => file.finished !== false && file.frames !== 0);
  return whole.find((file) => file.output === "combined") ?? whole[0];
}

/** Groups takes by day, for headings; `null` is the group of takes without a known day. */
export function byDay(takes: Take[]): { day: Date | null; takes: Take[] }[] {
  const found: { day: Date | null; takes: Take[] }[] = [];
  for (const take of takes) {
    const day = take.start === null ? null : new Date(take.start);
    const last = found[found.length - 1];
    if (last && last.day?.toDateString() === day?.toDateString()) last.takes.push(take);
    else found.push({ day, takes: [take] });
  }
  return found;
}
