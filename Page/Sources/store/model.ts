import type { CommandName } from "../api/client";
import type { Event as Told, Person, Setting, State } from "../api/generated";
import type { Warned } from "./failure";
import { type Causes, withCause } from "./losses";

export type Phase = State["phase"];
export type Levels = { peak: number[]; rms: number[] };
type Of<Name extends Told["event"]> = Extract<Told, { event: Name }>;
/** A person's action: a command, or a change of finished recordings or of the pipeline file. */
export type Change = NonNullable<Person["last-command"]>["command"];

/** A change that the page shows before the server's state contains it. */
export type Pending = {
  id: number;
  command: CommandName;
  /** The settings after the change, by their names. */
  settings: Record<string, unknown>;
  /** The running time of the first frame that shows the change; `undefined`: no answer yet. */
  at?: number | null;
};

/** A message that the page shows for a while. */
export type Notice = {
  id: number;
  kind: "directed" | "marked" | "warning" | "lost" | "returned" | "restored" | "refused" | "split" | "snapshot";
  /** The action, the mark's text, the input, or the server's message. */
  text: string;
  detail?: string;
  /** The reason for a refusal. */
  code?: string;
  reason?: string;
  /** The code and subject of a warning. */
  warned?: Warned;
  /** The person who did it, if known. */
  by?: string;
};

export type Model = {
  /** `waiting`: the connection is lost, and the next attempt is at `retryAt`. */
  link: "connecting" | "open" | "waiting" | "forbidden";
  retryAt: number | null;
  /** The server's state, and the time of its arrival in ms of the page's clock. */
  state: State | null;
  stateAt: number;
  pending: Pending[];
  /** Levels by microphone; the name of a single one is `""`. */
  levels: Record<string, Levels>;
  /** Seconds until recording begins. */
  countdown: number | null;
  finished: Of<"finished"> | null;
  failed: Of<"failed"> | null;
  marks: number;
  /** The causes of the take's losses, kept until the next take begins. */
  causes: Causes;
  notices: Notice[];
};

export const empty: Model = {
  link: "connecting", retryAt: null, state: null, stateAt: 0, pending: [], levels: {}, countdown: null, finished: null,
  failed: null, marks: 0, causes: {}, notices: [],
};

export type Action =
  | { kind: "told"; message: Told; now: number }
  | { kind: "state"; state: State; now: number }
  | { kind: "link"; link: Model["link"]; retryAt?: number }
  | { kind: "sent"; pending: Pending }
  | { kind: "answered"; id: number; at: number | null }
  | { kind: "refused"; id: number; message: string; advice: string; code?: string; reason?: string }
  | { kind: "notice"; notice: Omit<Notice, "id"> }
  | { kind: "forget"; notice: number }
  | { kind: "acknowledge" };

let noticeNumber = 0;
const note = (model: Model, notice: Omit<Notice, "id">): Model => ({
  ...model,
  notices: [...model.notices.slice(-3), { ...notice, id: ++noticeNumber }],
});

/** Returns the model after an action. The function is pure except for the numbers of notices. */
export function reduce(model: Model, action: Action): Model {
  switch (action.kind) {
    case "told": return told(model, action.message, action.now);
    case "state": {
      // Only events report who is there, so that each change is shown once.
      const { person, people } = model.state ?? action.state;
      return settle({ ...model, state: { ...action.state, person, people }, stateAt: action.now });
    }
    case "link": {
      const retryAt = action.retryAt ?? null;
      return { ...model, link: action.link, retryAt, levels: action.link === "open" ? model.levels : {} };
    }
    case "sent": {
      // A newer value of a setting replaces an older one.
      const names = Object.keys(action.pending.settings);
      const rest = model.pending.filter((one) => !(names.length && Object.keys(one.settings).every((name) => names.includes(name))));
      return { ...model, pending: [...rest, action.pending] };
    }
    case "answered":
      return { ...model, pending: model.pending.map((one) => (one.id === action.id ? { ...one, at: action.at } : one)) };
    case "refused": {
      const pending = model.pending.filter((one) => one.id !== action.id);
      // The failure may have arrived as an event already, whoever sent the request.
      if (model.failed?.message === action.message) return { ...model, pending };
      const notices = model.notices.filter((one) => one.kind !== "warning" || !one.text.includes(action.message));
      return note({ ...model, pending, notices }, {
        kind: "refused", text: action.message, detail: action.advice, code: action.code, reason: action.reason,
      });
    }
    case "notice": return note(model, action.notice);
    case "forget": return { ...model, notices: model.notices.filter((one) => one.id !== action.notice) };
    case "acknowledge": return { ...model, finished: null, failed: null };
  }
}

/** Removes the pending changes that the server's state already contains, judged by its time. */
function settle(model: Model): Model {
  const time = model.state?.["running-time"] ?? null;
  const pending = model.pending.filter((one) => {
    if (one.at === undefined) return true;
    return one.at !== null && time !== null && time < one.at;
  });
  return pending.length === model.pending.length ? model : { ...model, pending };
}

function told(before: Model, message: Told, now: number): Model {
  const model = { ...before, causes: withCause(before.causes, message) };
  switch (message.event) {
    case "state": {
      const { event: _, ...state } = message;
      // After a broken connection, earlier requests get no answer.
      return { ...model, link: "open", retryAt: null, state, stateAt: now, pending: [], countdown: null };
    }
    case "levels": {
      const levels = { peak: message.peak, rms: message.rms };
      return { ...model, levels: { ...model.levels, [message.microphone ?? ""]: levels } };
    }
    case "status": {
      const { event: _, time: __, "running-time": running, ...status } = message;
      return change(model, now, { status, "running-time": running });
    }
    case "standby": return change({ ...model, countdown: null, marks: 0 }, now, { phase: "standby", folder: null });
    case "started":
      return change({ ...model, finished: null, failed: null, marks: 0, causes: {} }, now, { phase: "preparing", folder: message.folder });
    case "countdown": return { ...model, countdown: message.seconds };
    case "recording": return change({ ...model, countdown: null }, now, { phase: "recording" });
    case "paused": return change(model, now, { phase: "paused" });
    case "resumed": return change(model, now, { phase: "recording" });
    case "stopping": return change({ ...model, countdown: null }, now, { phase: "finishing" });
    case "finished": {
      // The next take may stand by, or even be recorded, while digests of this one are computed.
      if (model.state !== null && model.state.phase !== "finishing") return { ...model, finished: message };
      return change({ ...model, countdown: null, finished: message, pending: [] }, now, { phase: "finished" });
    }
    case "failed": {
      const notices = model.notices.filter((one) => one.kind !== "refused" || one.text !== message.message);
      return { ...model, failed: message, notices };
    }
    case "directed": return directed(model, message);
    case "people": return peopled(model, message.people);
    case "marked": return marked({ ...model, marks: model.marks + 1 }, message.text);
    case "segment": return note(model, { kind: "split", text: String(message.segment + 1) });
    case "input-lost": return note(model, { kind: "lost", text: message.input, detail: message.reason });
    case "input-returned": return note(model, { kind: "returned", text: message.input });
    case "signal-restored": return note(model, { kind: "restored", text: message.input });
    case "warning": return isToldElsewhere(model, message) ? model : warned(model, message);
    default: return model;
  }
}

function warned(model: Model, { code, message, input, output, channel, to }: Of<"warning">): Model {
  // Frames of the output are written again.
  if (code === "output-still" && to !== undefined) return note(model, { kind: "restored", text: output ?? "" });
  return note(model, { kind: "warning", text: message, warned: { code, input, output, channel } });
}

/** Returns whether the page shows a warning in another form, or not at all. */
function isToldElsewhere(model: Model, { code, message }: Of<"warning">): boolean {
  // A missing sensor does not concern the user. The reason why no take can begin is shown elsewhere while it lasts.
  if (code === "sensor" || code === "standby") return true;
  // The answer to this page's own request reports a take that cannot begin.
  const isOwn = model.pending.some((one) => one.command === "record");
  return code === "take" && (isOwn || model.notices.some((one) => one.kind === "refused" && message.includes(one.text)));
}

/** Returns the reason why no take can begin; `null`: one can, or it is not known. */
export const obstacle = (model: Model) => (model.state?.phase === "standby" ? (model.state.status?.obstacle ?? null) : null);

/** Returns the number of lost frames: those dropped so far in a running take, or the recorder's final count of a finished one. */
export function lostFrames({ state, finished }: Model): number {
  const isOver = state?.phase === "standby" || state?.phase === "finished";
  if (isOver && finished?.losses !== undefined) return finished.losses.missing;
  return (state?.status?.outputs ?? []).reduce((sum, output) => sum + output.dropped, 0);
}

const change = (model: Model, now: number, part: Partial<State>): Model =>
  model.state === null ? model : { ...model, state: { ...model.state, ...part }, stateAt: now };

/** Shows another person's change once, for a while. This page's own changes are already known. */
function directed(model: Model, message: Of<"directed">): Model {
  const isTold = model.notices.some((one) => one.kind === "directed" && one.text === message.command);
  if (isTold || model.pending.some((one) => one.command === message.command)) return model;
  return note(model, { kind: "directed", text: message.command });
}

function marked(model: Model, text: string): Model {
  const known = model.notices.find((one) => one.kind === "directed" && one.text === "mark");
  if (!known) return note(model, { kind: "marked", text });
  return { ...model, notices: model.notices.map((one) => (one === known ? { ...one, kind: "marked", text } : one)) };
}

/** Updates the people and their last commands. An event and its author may arrive in either order. */
function peopled(model: Model, people: Person[]): Model {
  if (model.state === null) return model;
  const { person: own, people: before = [] } = model.state;
  return people.reduce((model, { id, "last-command": last }) => {
    const known = before.find((one) => one.id === id)?.["last-command"];
    return last === null || id === own || last.time === known?.time ? model : done(model, last.command, id);
  }, { ...model, state: { ...model.state, people } } as Model);
}

function done(model: Model, what: Change, by: string): Model {
  const told = model.notices.filter((one) => (one.kind === "directed" && one.text === what) || (one.kind === "marked" && what === "mark"));
  if (told.some((one) => one.by === by && one.kind === "directed")) return model;
  const open = told.find((one) => one.by === undefined);
  if (!open) return note(model, { kind: "directed", text: what, by });
  return { ...model, notices: model.notices.map((one) => (one === open ? { ...one, by } : one)) };
}

/** Returns true unless the page's link is for viewers. */
export const directs = (model: Model): boolean => model.state?.role !== "viewer";

/** Returns the person, among those who are there, who made the last change. */
export function inControl(people: readonly Person[]): string | null {
  const when = (person: Person) => person["last-command"]?.time ?? "";
  const last = people.reduce<Person | null>((last, one) => (when(one) > (last ? when(last) : "") ? one : last), null);
  return last?.id ?? null;
}

/** Returns when another person last made one of these changes; empty: never. */
export function lastOfOthers(people: readonly Person[], own: string | null, changes: readonly Change[]): string {
  const times = people.map((person) => {
    const last = person["last-command"];
    return last !== null && person.id !== own && changes.includes(last.command) ? last.time : "";
  });
  return times.sort().pop() ?? "";
}

/** Returns whether a message may change the settings. */
export function changesSettings(message: Told): boolean {
  return ["directed", "reloaded", "standby", "recording", "started", "finished", "input-lost", "input-returned"].includes(message.event);
}

/** Returns a setting with its newest value, which the server may not have confirmed yet. */
export function setting(model: Model, name: string): Setting | undefined {
  const known = model.state?.settings[name];
  if (known === undefined) return undefined;
  for (let index = model.pending.length - 1; index >= 0; index--) {
    const settings = model.pending[index]!.settings;
    if (name in settings) return { ...known, value: settings[name] };
  }
  return known;
}

/** Returns the cameras in their order. */
export function cameras(model: Model): string[] {
  const choices = model.state?.settings["main"]?.choices ?? [];
  if (choices.length) return choices.filter((word): word is string => typeof word === "string");
  const names = Object.keys(model.state?.settings ?? {}).filter((name) => name.startsWith("zoom."));
  return names.map((name) => name.slice("zoom.".length));
}
