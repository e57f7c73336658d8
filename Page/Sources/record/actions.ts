import { useMemo } from "react";
import { useStore } from "../store/hooks";
import { failureOf } from "../store/failure";
import { cameras, type Notice, setting } from "../store/model";
import type { Store } from "../store/store";
import { overOf, style, transitionOf } from "./transition";

/** The actions of a recording, shared by buttons, keys and gestures. */
export class Actions {
  constructor(private readonly store: Store) {}

  private get phase() {
    return this.store.get().state?.phase;
  }

  /** Begins a take, or ends it. */
  record(args: { duration?: string; until?: string; delay?: string } = {}): void {
    if (this.phase === "standby") {
      this.store.dispatch({ kind: "acknowledge" });
      void this.store.perform("record", args);
    } else if (this.phase === "recording" || this.phase === "paused" || this.phase === "preparing") {
      void this.store.perform("stop", {});
    }
  }

  /** Makes a take of the last seconds only, from the pre-roll. */
  keepPast(seconds: number): void {
    this.store.dispatch({ kind: "acknowledge" });
    void this.store.perform("record", { last: `${seconds}s` });
  }

  pause(): void {
    if (this.phase === "recording") void this.store.perform("pause", {});
    else if (this.phase === "paused") void this.store.perform("resume", {});
  }

  mark(text = ""): void {
    void this.store.perform("mark", text === "" ? {} : { text });
  }

  split(): void {
    void this.store.perform("split", {});
  }

  swap(): void {
    const model = this.store.get();
    const [main, inset] = [setting(model, "main")?.value, setting(model, "inset.camera")?.value];
    const settings = typeof main === "string" && typeof inset === "string" ? { main: inset, "inset.camera": main } : {};
    void this.store.perform("swap", transitionOf(style()), settings);
  }

  layout(layout: string): void {
    void this.store.perform("layout", { layout, ...overOf(style()) }, { layout });
  }

  main(camera: string): void {
    void this.store.perform("main", { camera, ...transitionOf(style()) }, { main: camera });
  }

  mute(): void {
    const model = this.store.get();
    const names = Object.keys(model.state?.settings ?? {}).filter((name) => name === "mute" || name.startsWith("mute."));
    const on = !names.every((name) => setting(model, name)?.value === true);
    for (const name of names) void this.store.perform("mute", { on, ...microphoneOf(name) }, { [name]: on });
  }

  /** Returns the camera with a number, counted from 1. */
  camera(number: number): string | undefined {
    return cameras(this.store.get())[number - 1];
  }

  async snapshot(source: string): Promise<void> {
    try {
      const url = URL.createObjectURL(await this.store.client.snapshot(source === "multiview" ? "combined" : source));
      const link = document.createElement("a");
      link.href = url;
      link.download = `${source}-${new Date().toISOString().replace(/[:.]/g, "-")}.jpg`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
      this.store.dispatch({ kind: "notice", notice: { kind: "snapshot", text: link.download } });
    } catch (error) {
      this.store.dispatch({ kind: "notice", notice: refused(error) });
    }
  }
}

/** Returns the server's reason for a refusal. */
function refused(error: unknown): Omit<Notice, "id"> {
  const { message, advice, code, reason } = failureOf(error);
  return { kind: "refused", text: message, detail: advice, code, reason };
}

/** Returns the microphone of a setting: `gain.room` belongs to `room`; a single microphone has no name. */
export const microphoneOf = (name: string): { microphone?: string } =>
  name.includes(".") ? { microphone: name.slice(name.indexOf(".") + 1) } : {};

export const useActions = (): Actions => {
  const store = useStore();
  return useMemo(() => new Actions(store), [store]);
};
