import type { Client } from "../api/client";
import { Refused } from "../api/client";
import type { Event as Told } from "../api/generated";
import type { Model } from "./model";

/** Returns the delay in milliseconds before an attempt, counted from 1. */
export const backOff = (attempt: number): number => Math.min(250 * 2 ** (attempt - 1), 1000);

/** Milliseconds without a message before the server is asked, and milliseconds for its answer. */
const silence = 3_000;
const patience = 3_000;
/** The timeout for opening a connection: long enough for the network's own second attempt. */
const opening = 2_500;

type Receiver = {
  told(message: Told): void;
  link(link: Model["link"], retryAt?: number): void;
};

/** The WebSocket of events, which is opened again whenever it is lost. */
export class Connection {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private watch: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly client: Client, private readonly receiver: Receiver) {}

  start(): void {
    this.open();
    // After sleep or a change of network, an open connection may be dead; a waiting one can retry.
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible" && this.timer !== null) this.retry();
    });
    window.addEventListener("online", () => this.retry());
    window.addEventListener("offline", () => this.socket?.close());
  }

  retry(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.attempt = 0;
    if (this.socket === null) this.open();
  }

  private open(): void {
    const socket = this.client.socket("/api/v1/events");
    this.socket = socket;
    let isOpen = false;
    let isSilent = false;
    this.watch = setTimeout(() => {
      isSilent = true;
      this.giveUp(socket);
    }, opening);
    socket.onmessage = (event) => {
      isOpen = true;
      this.attempt = 0;
      this.expect(socket);
      this.receiver.told(JSON.parse(event.data as string) as Told);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (this.watch !== null) clearTimeout(this.watch);
      this.again(isOpen || isSilent);
    };
  }

  private giveUp(socket: WebSocket): void {
    socket.onclose?.(new CloseEvent("close"));
    socket.close();
  }

  /** Gives up a server that has vanished silently, because a broken network closes nothing. */
  private expect(socket: WebSocket): void {
    if (this.watch !== null) clearTimeout(this.watch);
    this.watch = setTimeout(async () => {
      try {
        await this.ask();
        if (this.socket === socket) this.expect(socket);
      } catch {
        this.giveUp(socket);
      }
    }, silence);
  }

  private async ask(): Promise<void> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), patience);
    try {
      await this.client.get("/api/v1/state", limit.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  private again(isSoon: boolean): void {
    this.attempt += 1;
    const wait = isSoon ? 100 : backOff(this.attempt);
    this.receiver.link("waiting", performance.now() + wait);
    this.timer = setTimeout(() => {
      this.timer = null;
      this.receiver.link("connecting");
      this.open();
    }, wait);
    if (!isSoon) void this.askWhy();
  }

  /** A browser does not report why a WebSocket was refused, but a request returns the reason. */
  private async askWhy(): Promise<void> {
    try {
      await this.ask();
    } catch (error) {
      if (!(error instanceof Refused && error.code === "unauthorized")) return;
      if (this.timer !== null) clearTimeout(this.timer);
      this.timer = null;
      const socket = this.socket;
      this.socket = null;
      socket?.close();
      this.receiver.link("forbidden");
    }
  }
}
