import type { Event as Told } from "../api/generated";
import { type Failure, failureOf } from "../store/failure";
import { type Change, lastOfOthers } from "../store/model";
import type { Store } from "../store/store";
import type { Made, Take } from "./model";
import { type Ability, Library, type Places, type Work } from "./server";

export type Takes = {
  status: "loading" | "ready" | "failed";
  takes: Take[];
  /** Folders whose takes cannot be asked for, because their names are not UTF-8; such bytes are written as `\\xe9`. */
  unreachable: string[];
  can: ReadonlySet<Ability>;
  work: Work[];
  /** The place to which takes are copied; `null`: there is none. */
  backupPlace: string | null;
  /** The service to which they are handed over; `null`: there is none. */
  publishPlace: string | null;
  /** How often files have come into a take's folder or gone, by its id: a list of takes says nothing of it. */
  revisions: Record<string, number>;
  /** Deleted, and until when (ms) that can be undone. */
  removal: { takes: Take[]; until: number } | null;
  /** What the server said when it refused. */
  trouble: Failure | null;
};

/** Milliseconds for which the server keeps what was deleted. */
const undoTime = 30_000;
/** Milliseconds: a take that ends tells of three files, and the list is read once. */
const settling = 150;
/** Milliseconds: what a program changes that says no name is told to nobody. */
const refreshing = 5000;
/** After these the list is another one. */
const changing = ["standby", "recording", "file-finished", "finished", "marked", "session-deleted"];
const changes: Change[] = ["rename", "tag", "delete", "restore"];

/** The takes as the page knows them: read when somebody looks, and again whenever the server tells that one has changed. */
export class TakesStore {
  readonly library: Library;
  private value: Takes = { status: "loading", takes: [], unreachable: [], can: new Set(), work: [], backupPlace: null, publishPlace: null, revisions: {}, removal: null, trouble: null };
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private undoTimer: ReturnType<typeof setTimeout> | undefined;
  private refresher: ReturnType<typeof setInterval> | undefined;
  /** The takes that the server has been asked to delete and has not answered about: a list that was on its way still has them. */
  private readonly leaving = new Set<string>();
  /** The server tells when they become others. */
  private knowsPlaces = false;
  /** When somebody else changed one last. */
  private changedAt = "";

  constructor(store: Store) {
    this.library = new Library(store.client);
    let link = store.get().link;
    store.subscribe(() => {
      const before = link;
      link = store.get().link;
      // After a break anything may have happened.
      if (link === "open" && before !== "open") {
        this.knowsPlaces = false;
        this.changed();
      }
    });
    store.onMessage((message: Told) => {
      if (message.event === "work") this.hear(message as unknown as Work);
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
      // After a break work may have ended that this page knew to be under way.
      if (can.has("work") && (this.value.status !== "ready" || this.value.work.some(isUnderWay))) await this.loadWork();
      await this.library.takes((takes, unreachable) => {
        const gone = new Set(this.value.removal?.takes.map((take) => take.id));
        const left = takes.filter((take) => !gone.has(take.id) && !this.leaving.has(take.id));
        // What has not changed is not drawn again.
        if (JSON.stringify(left) !== JSON.stringify(this.value.takes)) this.set({ takes: left });
        if (JSON.stringify(unreachable) !== JSON.stringify(this.value.unreachable)) this.set({ unreachable });
        if (this.value.status !== "ready") this.set({ status: "ready" });
      });
    } catch {
      if (this.value.status !== "ready") this.set({ status: "failed" });
    }
  }

  private async loadPlaces(): Promise<void> {
    // Where nobody answers, the list of takes says so.
    await this.library.places().then((places) => this.setPlaces(places), () => undefined);
  }

  private setPlaces({ to: backupPlace, "publishes-to": publishPlace }: Places): void {
    this.knowsPlaces = true;
    if (backupPlace !== this.value.backupPlace || publishPlace !== this.value.publishPlace) this.set({ backupPlace, publishPlace });
  }

  /** Reads them soon, if somebody looks at them. */
  changed(): void {
    clearTimeout(this.timer);
    if (this.listeners.size > 0) this.timer = setTimeout(() => void this.load(), settling);
  }

  private async loadWork(): Promise<void> {
    const known = new Set(this.value.work.map((work) => work.id));
    const works = await this.library.works();
    // What ended before anybody looked is no news.
    const shown = works.filter((work) => isUnderWay(work) || known.has(work.id));
    for (const work of shown) this.noteEnd(work);
    this.set({ work: shown });
  }

  /** Takes note of how a piece of work goes; a copy that is made says so by itself. */
  private hear(work: Work): void {
    const others = this.value.work.filter((other) => other.id !== work.id);
    const isSilent = work.state === "done" && work.kind === "proxy";
    this.noteEnd(work);
    this.set({ work: isSilent ? others : [...others, work] });
    if (!isUnderWay(work)) this.changed();
  }

  /** What has ended may have left files. */
  private noteEnd(work: Work): void {
    const before = this.value.work.find((other) => other.id === work.id);
    if (work.session !== null && !isUnderWay(work) && (before === undefined || isUnderWay(before))) this.revise(work.session);
  }

  private revise(id: string): void {
    this.set({ revisions: { ...this.value.revisions, [id]: (this.value.revisions[id] ?? 0) + 1 } });
  }

  /** Begins a piece of work, which shows at once. */
  begin(start: () => Promise<Work>): Promise<boolean> {
    return this.perform(async () => this.hear(await start()));
  }

  forget(work: Work): void {
    this.set({ work: this.value.work.filter((other) => other.id !== work.id) });
  }

  clearTrouble(): void {
    this.set({ trouble: null });
  }

  /** Carries something out and tells what the server says against it; returns whether it is done. */
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

  /** The new name shows at once, and goes again when the server refuses it. */
  rename(take: Take, name: string): Promise<boolean> {
    this.set({ takes: this.value.takes.map((other) => (other.id === take.id ? { ...other, name } : other)) });
    return this.perform(() => this.library.rename(take, name));
  }

  /** They are gone from the list at once; the server keeps them for a while. */
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

  /** Deletes a file that was made of a take, for good. */
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

const isUnderWay = (work: Work): boolean => work.state === "running";

const stores = new WeakMap<Store, TakesStore>();

/** The one store of takes that belongs to the page's store. */
export function takesOf(store: Store): TakesStore {
  const made = stores.get(store) ?? new TakesStore(store);
  stores.set(store, made);
  return made;
}
