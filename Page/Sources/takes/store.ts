import type { Event as Told } from "../api/generated";
import { type Failure, failureOf } from "../store/failure";
import { type Change, lastOfOthers } from "../store/model";
import type { Store } from "../store/store";
import type { Made, Take } from "./model";
import { type Ability, Library, type Places, type Job } from "./server";

export type Takes = {
  status: "loading" | "ready" | "failed";
  takes: Take[];
  /** Folders whose takes cannot be requested because their names are not UTF-8; such bytes are written as `\\xe9`. */
  unreachable: string[];
  can: ReadonlySet<Ability>;
  work: Job[];
  /** The place for copies of takes; `null`: there is none. */
  backupPlace: string | null;
  /** The service for publishing takes; `null`: there is none. */
  publishPlace: string | null;
  /** The number of times that files of a take were added or removed, by its id. A list of takes does not show this. */
  revisions: Record<string, number>;
  /** The deleted takes, and the time (ms) until which that can be undone. */
  removal: { takes: Take[]; until: number } | null;
  /** The server's reason for a refusal. */
  trouble: Failure | null;
};

/** Milliseconds for which the server keeps deleted takes. */
const undoTime = 30_000;
/** Milliseconds before the list is read, so that a take that ends with three files causes one request. */
const settling = 150;
/** Milliseconds between regular readings, because changes by programs without a name cause no event. */
const refreshing = 5000;
/** The events that change the list. */
const changing = ["standby", "recording", "file-finished", "finished", "marked", "session-deleted"];
const changes: Change[] = ["rename", "tag", "delete", "restore"];

/** The takes as the page knows them: read when the list is opened, and again after each event of a change. */
export class TakesStore {
  readonly library: Library;
  private value: Takes = { status: "loading", takes: [], unreachable: [], can: new Set(), work: [], backupPlace: null, publishPlace: null, revisions: {}, removal: null, trouble: null };
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private undoTimer: ReturnType<typeof setTimeout> | undefined;
  private refresher: ReturnType<typeof setInterval> | undefined;
  /** The takes whose deletion the server has not confirmed: a list requested earlier still contains them. */
  private readonly leaving = new Set<string>();
  /** True if the places are known; an event reports when they change. */
  private knowsPlaces = false;
  /** The time of the last change by another person. */
  private changedAt = "";

  constructor(store: Store) {
    this.library = new Library(store.client);
    let link = store.get().link;
    store.subscribe(() => {
      const before = link;
      link = store.get().link;
      // After a broken connection anything may have changed.
      if (link === "open" && before !== "open") {
        this.knowsPlaces = false;
        this.changed();
      }
    });
    store.onMessage((message: Told) => {
      if (message.event === "job") this.hear(message as unknown as Job);
      else if (message.event === "backups") this.setPlaces(message as unknown as Places);
      else if (changing.includes(message.event)) this.changed();
      else if (message.event === "people") {
        const at = lastOfOthers(message.people, store.client.person, changes);
        if (at > this.changedAt) this.changed();
        this.changedAt = at;
      }
    });
  }

  readonly get = (): Takes => this.value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    if (this.listeners.size === 1) {
      void this.load();
      this.refresher = setInterval(() => document.visibilityState === "visible" && void this.load(), refreshing);
    }
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) clearInterval(this.refresher);
    };
  };

  private set(change: Partial<Takes>): void {
    this.value = { ...this.value, ...change };
    for (const listener of this.listeners) listener();
  }

  async load(): Promise<void> {
    try {
      const can = await this.library.abilities();
      this.set({ can });
      if (can.has("backup") && !this.knowsPlaces) void this.loadPlaces();
      // A job known to be running may have ended while the connection was broken.
      if (can.has("jobs") && (this.value.status !== "ready" || this.value.work.some(isUnderWay))) await this.loadWork();
      await this.library.takes((takes, unreachable) => {
        const gone = new Set(this.value.removal?.takes.map((take) => take.id));
        const left = takes.filter((take) => !gone.has(take.id) && !this.leaving.has(take.id));
        // An unchanged list is not drawn again.
        if (JSON.stringify(left) !== JSON.stringify(this.value.takes)) this.set({ takes: left });
        if (JSON.stringify(unreachable) !== JSON.stringify(this.value.unreachable)) this.set({ unreachable });
        if (this.value.status !== "ready") this.set({ status: "ready" });
      });
    } catch {
      if (this.value.status !== "ready") this.set({ status: "failed" });
    }
  }

  private async loadPlaces(): Promise<void> {
    // If the server does not answer, the list of takes reports that.
    await this.library.places().then((places) => this.setPlaces(places), () => undefined);
  }

  private setPlaces({ to: backupPlace, "publishes-to": publishPlace }: Places): void {
    this.knowsPlaces = true;
    if (backupPlace !== this.value.backupPlace || publishPlace !== this.value.publishPlace) this.set({ backupPlace, publishPlace });
  }

  /** Schedules a reading of the takes, if they are shown. */
  changed(): void {
    clearTimeout(this.timer);
    if (this.listeners.size > 0) this.timer = setTimeout(() => void this.load(), settling);
  }

  private async loadWork(): Promise<void> {
    const known = new Set(this.value.work.map((work) => work.id));
    const works = await this.library.jobs();
    // Jobs that ended before the page was opened are not shown.
    const shown = works.filter((work) => isUnderWay(work) || known.has(work.id));
    for (const work of shown) this.noteEnd(work);
    this.set({ work: shown });
  }

  /** Updates a job. A finished copy for browsers is not announced. */
  private hear(work: Job): void {
    const others = this.value.work.filter((other) => other.id !== work.id);
    const isSilent = work.state === "done" && work.kind === "proxy";
    this.noteEnd(work);
    this.set({ work: isSilent ? others : [...others, work] });
    if (!isUnderWay(work)) this.changed();
  }

  /** Notes the end of a job, which may have left files. */
  private noteEnd(work: Job): void {
    const before = this.value.work.find((other) => other.id === work.id);
    if (work.session !== null && !isUnderWay(work) && (before === undefined || isUnderWay(before))) this.revise(work.session);
  }

  private revise(id: string): void {
    this.set({ revisions: { ...this.value.revisions, [id]: (this.value.revisions[id] ?? 0) + 1 } });
  }

  /** Starts a job, which is shown at once. */
  begin(start: () => Promise<Job>): Promise<boolean> {
    return this.perform(async () => this.hear(await start()));
  }

  forget(work: Job): void {
    this.set({ work: this.value.work.filter((other) => other.id !== work.id) });
  }

  clearTrouble(): void {
    this.set({ trouble: null });
  }

  /** Runs an action and shows the server's refusal; returns whether it succeeded. */
  async perform(action: () => Promise<unknown>): Promise<boolean> {
    let trouble: Failure | null = null;
    try {
      await action();
    } catch (error) {
      trouble = failureOf(error);
    }
    this.set({ trouble });
    this.changed();
    return trouble === null;
  }

  /** Renames a take. The new name is shown at once, and removed if the server refuses it. */
  rename(take: Take, name: string): Promise<boolean> {
    this.set({ takes: this.value.takes.map((other) => (other.id === take.id ? { ...other, name } : other)) });
    return this.perform(() => this.library.rename(take, name));
  }

  /** Removes takes from the list at once; the server keeps them for a while. */
  async remove(takes: Take[]): Promise<void> {
    for (const take of takes) this.leaving.add(take.id);
    this.set({ takes: this.value.takes.filter((take) => !this.leaving.has(take.id)) });
    const removed: Take[] = [];
    for (const take of takes) if (await this.perform(() => this.library.remove(take))) removed.push(take);
    for (const take of takes) this.leaving.delete(take.id);
    if (removed.length < takes.length) this.changed();
    if (removed.length === 0) return;
    clearTimeout(this.undoTimer);
    this.set({ removal: { takes: removed, until: Date.now() + undoTime } });
    this.undoTimer = setTimeout(() => this.set({ removal: null }), undoTime);
  }

  /** Deletes a file that was made of a take, permanently. */
  async removeMade(take: Take, made: Made): Promise<void> {
    await this.perform(() => this.library.removeMade(take, made));
    this.revise(take.id);
  }

  async undo(): Promise<void> {
    const takes = this.value.removal?.takes ?? [];
    clearTimeout(this.undoTimer);
    this.set({ removal: null });
    for (const take of takes) await this.perform(() => this.library.restore(take));
    await this.load();
  }
}

const isUnderWay = (work: Job): boolean => work.state === "running";

const stores = new WeakMap<Store, TakesStore>();

/** Returns the one store of takes that belongs to the page's store. */
export function takesOf(store: Store): TakesStore {
  const made = stores.get(store) ?? new TakesStore(store);
  stores.set(store, made);
  return made;
}
