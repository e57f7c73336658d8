import type { Devices, Encoders, Event as Told, PipelineCheck, PipelineFile, PipelinePlan, PipelineSaved } from "../api/generated";
import { type Failure, failureOf } from "../store/failure";
import { lastOfOthers } from "../store/model";
import type { Store } from "../store/store";
import type { Schema } from "./schema";

export type Camera = { name: string; card: string; path: string; busy: boolean; user: { name: string } | null; modes: Mode[] };
export type Mode = { format: string; width: number; height: number; rates: string[] };
export type Microphone = { name: string; title: string; default: boolean };
export type Encoder = { codec: string; implementation: string; element: string; available: boolean };
export type Found = { cameras: Camera[]; microphones: Microphone[] };

export type Pipeline = {
  /** `absent`: this server shows no pipeline file. */
  status: "loading" | "ready" | "failed" | "absent";
  file: PipelineFile | null;
  schema: Schema | null;
  /** The text with the changes made here. */
  text: string;
  /** The problems found in `text`; `null`: it has not been checked yet. */
  check: PipelineCheck | null;
  /** The plan of `text`, and that of the saved file; `null`: not known. */
  plan: PipelinePlan | null;
  basis: PipelinePlan | null;
  isSaving: boolean;
  saved: PipelineSaved | null;
  trouble: Failure | null;
  found: Found | null;
  encoders: Encoder[] | null;
};

const path = "/api/v1/pipeline";
/** Milliseconds without a keystroke before the text is checked. */
const pause = 400;

/** The pipeline file as the page knows and changes it. Unsaved changes survive a visit to other places. */
export class PipelineStore {
  private value: Pipeline = {
    status: "loading", file: null, schema: null, text: "", check: null, plan: null, basis: null, isSaving: false, saved: null, trouble: null, found: null,
    encoders: null,
  };
  private readonly listeners = new Set<() => void>();
  /** The groups of the form that the user has opened or closed, kept for when the form is built again. */
  readonly groups = new Map<string, boolean>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly store: Store) {
    let savedAt = "";
    store.onMessage((message: Told) => {
      let isChanged = message.event === "reloaded";
      if (message.event === "people") {
        const at = lastOfOthers(message.people, store.client.person, ["save-pipeline"]);
        isChanged = at > savedAt;
        savedAt = at;
      }
      // Somebody has changed the file. Changes made here are kept, and are not saved over it.
      if (isChanged && this.value.text === this.value.file?.text) void this.load();
    });
  }

  readonly get = (): Pipeline => this.value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private set(change: Partial<Pipeline>): void {
    this.value = { ...this.value, ...change };
    for (const listener of this.listeners) listener();
  }

  /** Reads the file, and discards unsaved changes. */
  async load(): Promise<void> {
    const { client } = this.store;
    try {
      const { paths } = await client.get<{ paths: Record<string, unknown> }>("/api/v1/openapi.json");
      if (!(path in paths)) return this.set({ status: "absent" });
      const [file, schema] = await Promise.all([client.get<PipelineFile>(path), this.value.schema ?? client.get<Schema>(`${path}/schema`)]);
      this.set({ status: "ready", file, schema, text: file.text, check: null, plan: null, trouble: null });
      await this.look();
    } catch (error) {
      this.fail(error);
      if (this.value.file === null) this.set({ status: "failed" });
    }
  }

  /** Reads the file unless it is known. */
  open(): void {
    if (this.value.file === null) void this.load();
  }

  change(text: string): void {
    if (text === this.value.text) return;
    this.set({ text, check: null, plan: null, saved: null });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(), pause);
  }

  discard(): void {
    this.set({ saved: null });
    void this.load();
  }

  private async look(): Promise<void> {
    const { text } = this.value;
    try {
      const check = await this.store.client.post<PipelineCheck>(`${path}/check`, { text, variants: [{}] });
      if (text !== this.value.text) return;
      const plan = check.plans[0] ?? null;
      this.set({ check, plan, trouble: null, ...(text === this.value.file?.text ? { basis: plan } : {}) });
    } catch (error) {
      this.fail(error);
    }
  }

  async save(): Promise<void> {
    const { file, text } = this.value;
    if (file === null) return;
    this.set({ isSaving: true });
    try {
      const saved = await this.store.client.put<PipelineSaved>(path, { text, hash: file.hash });
      // The change was saved to a copy, so that this file is unchanged.
      const { plan, basis } = this.value;
      const changed = saved.copied
        ? { text: file.text, plan: basis }
        : { file: { ...file, text, hash: saved.hash }, basis: text === this.value.text ? plan : basis };
      this.set({ isSaving: false, saved, trouble: null, ...changed });
    } catch (error) {
      this.set({ isSaving: false });
      this.fail(error);
    }
  }

  /** Requests the encoders unless they are known. */
  async lookForEncoders(): Promise<void> {
    if (this.value.encoders !== null) return;
    this.set({ encoders: [] });
    try {
      this.set({ encoders: (await this.store.client.get<Encoders>("/api/v1/encoders")).encoders as Encoder[] });
    } catch (error) {
      this.fail(error);
    }
  }

  async lookForDevices(): Promise<void> {
    try {
      this.set({ encoders: (await this.store.client.get<Encoders>("/api/v1/encoders")).encoders as Encoder[], trouble: null });
      this.set({ found: (await this.store.client.get<Devices>("/api/v1/devices")) as Found });
    } catch (error) {
      this.fail(error);
    }
  }

  clearTrouble(): void {
    this.set({ trouble: null });
  }

  private fail(error: unknown): void {
    this.set({ trouble: failureOf(error) });
  }
}

const stores = new WeakMap<Store, PipelineStore>();

export function pipelineOf(store: Store): PipelineStore {
  const made = stores.get(store) ?? new PipelineStore(store);
  stores.set(store, made);
  return made;
}
