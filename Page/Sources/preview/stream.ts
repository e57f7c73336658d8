import type { Client } from "../api/client";
import { Refused } from "../api/client";
import { type Failure, failureOf } from "../store/failure";
import { type AccessUnit, codec, isJPEG, parse, type StreamInfo } from "./protocol";

/** `stills`: pictures come twice a second, because there is no stream. */
export type StreamStatus = { kind: "connecting" | "live" | "stills" } | { kind: "unavailable"; failure: Failure };

/** True if a decoder has failed before its first picture: this browser has WebCodecs, but not for H.264. */
let isUnable = false;

type Receiver = {
  info(info: StreamInfo): void;
  status(status: StreamStatus): void;
  /** Receives a picture, which is valid only until this returns. */
  picture(picture: CanvasImageSource, width: number, height: number, timestamp: number): void;
};

const stillsEvery = 500;
/** Pictures come continuously. A stream without one for this long (ms) is dead, and is opened again. */
const silence = 3000;

/** The pictures of one source, from a WebSocket into WebCodecs. The stream is opened again whenever it ends, until it is closed. */
export class PreviewStream {
  private socket: WebSocket | null = null;
  private decoder: VideoDecoder | null = null;
  private configured = "";
  private waitsForKey = true;
  /** Sequence numbers by the timestamps that the decoder returns. */
  private readonly sequences = new Map<number, number>();
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private stills: AbortController | null = null;
  private isClosed = false;
  private watch: ReturnType<typeof setTimeout> | null = null;
  private heard = 0;
  /** The timestamp of the newest JPEG picture that was shown. */
  private shown = -1;

  constructor(
    private readonly client: Client, private readonly source: string, private readonly width: number, private readonly receiver: Receiver,
  ) {
    this.open();
  }

  close(): void {
    this.isClosed = true;
    if (this.watch !== null) clearTimeout(this.watch);
    if (this.timer !== null) clearTimeout(this.timer);
    this.stills?.abort();
    this.socket?.close();
    this.socket = null;
    this.reset();
  }

  /** Tries again at once, because something has changed that may make it possible. */
  retry(): void {
    if (this.isClosed) return;
    if (this.socket !== null && performance.now() - this.heard > 1000) return this.giveUp(this.socket);
    if (this.timer === null) return;
    clearTimeout(this.timer);
    this.timer = null;
    this.open();
  }

  private open(): void {
    if (this.stills === null) this.receiver.status({ kind: "connecting" });
    // WebCodecs exist only in secure contexts: plain HTTP from another machine has none.
    const isPlain = typeof VideoDecoder === "undefined" || isUnable;
    const query = new URLSearchParams({ source: this.source, width: String(this.width), ...(isPlain ? { format: "jpeg" } : {}) });
    const socket = this.client.socket(`/api/v1/preview?${query}`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    let refusal: Failure | null = null;
    let hasInfo = false;
    this.expect(socket);
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      this.expect(socket);
      if (typeof event.data !== "string") return this.take(event.data as ArrayBuffer);
      const message = JSON.parse(event.data) as StreamInfo & { error?: Failure };
      if (message.error) refusal = message.error;
      else {
        hasInfo = true;
        this.receiver.info(message);
      }
    };
    socket.onclose = () => {
      if (this.socket !== socket || this.isClosed) return;
      this.socket = null;
      if (this.watch !== null) clearTimeout(this.watch);
      this.reset();
      if (this.stills === null) this.receiver.status({ kind: "connecting" });
      this.failures = hasInfo ? 0 : this.failures + 1;
      if (refusal !== null) this.receiver.status({ kind: "unavailable", failure: refusal });
      else if (!hasInfo && this.failures > 1) void this.showStills();
      this.timer = setTimeout(() => {
        this.timer = null;
        this.open();
      }, hasInfo ? 200 : Math.min(1000 * this.failures, 4000));
    };
  }

  private expect(socket: WebSocket): void {
    this.heard = performance.now();
    if (this.watch !== null) clearTimeout(this.watch);
    this.watch = setTimeout(() => this.giveUp(socket), silence);
  }

  /** Closes a socket itself: without a network, the browser closes it only much later, if at all. */
  private giveUp(socket: WebSocket): void {
    if (this.socket !== socket) return;
    socket.onclose?.(new CloseEvent("close"));
    socket.close();
  }

  private take(buffer: ArrayBuffer): void {
    const unit = parse(buffer);
    if (unit === null) return;
    if (isJPEG(unit.data)) return void this.show(unit);
    if (unit.isDiscontinuous && !unit.isKey) this.waitsForKey = true;
    if (unit.isKey && !this.prepare(unit.data)) return;
    if ((this.waitsForKey && !unit.isKey) || this.decoder === null) return this.acknowledge(unit.sequence);
    this.waitsForKey = false;
    this.sequences.set(unit.timestamp, unit.sequence);
    this.decoder.decode(
      new EncodedVideoChunk({ type: unit.isKey ? "key" : "delta", timestamp: unit.timestamp, data: unit.data }));
  }

  /** Shows a JPEG picture, unless a newer one was shown while it was decoded. */
  private async show(unit: AccessUnit): Promise<void> {
    try {
      const picture = await createImageBitmap(new Blob([unit.data], { type: "image/jpeg" }));
      if (this.socket !== null && unit.timestamp > this.shown) {
        this.shown = unit.timestamp;
        this.leaveStills();
        this.receiver.picture(picture, picture.width, picture.height, unit.timestamp);
      }
      picture.close();
    } finally {
      this.acknowledge(unit.sequence);
    }
  }

  /** Makes a decoder for the codec of a key frame; `false`: none can be made. */
  private prepare(data: Uint8Array): boolean {
    const name = codec(data) ?? this.configured;
    if (this.decoder !== null && name === this.configured) return true;
    this.reset();
    let hasShown = false;
    const decoder = new VideoDecoder({
      output: (frame) => {
        hasShown = true;
        if (this.decoder === decoder) {
          this.leaveStills();
          this.receiver.picture(frame, frame.displayWidth, frame.displayHeight, frame.timestamp);
        }
        const sequence = this.sequences.get(frame.timestamp);
        this.sequences.delete(frame.timestamp);
        frame.close();
        if (sequence !== undefined) this.acknowledge(sequence);
      },
      error: () => {
        if (this.decoder !== decoder) return;
        isUnable ||= !hasShown;
        this.reset();
        this.socket?.close();
      },
    });
    try {
      decoder.configure({ codec: name, optimizeForLatency: true });
    } catch {
      return false;
    }
    this.decoder = decoder;
    this.configured = name;
    return true;
  }

  private acknowledge(sequence: number): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ ack: sequence }));
  }

  private reset(): void {
    if (this.decoder !== null && this.decoder.state !== "closed") this.decoder.close();
    this.decoder = null;
    this.configured = "";
    this.waitsForKey = true;
    this.shown = -1;
    this.sequences.clear();
  }

  private leaveStills(): void {
    this.stills?.abort();
    this.stills = null;
    this.receiver.status({ kind: "live" });
  }

  /** Shows a still picture twice a second until a stream comes. */
  private async showStills(): Promise<void> {
    if (this.stills !== null) return;
    const stills = new AbortController();
    this.stills = stills;
    while (!stills.signal.aborted) {
      const begin = performance.now();
      try {
        const blob = await this.client.snapshot(this.source === "multiview" ? "combined" : this.source, stills.signal);
        const picture = await createImageBitmap(blob);
        if (!stills.signal.aborted) {
          this.receiver.status({ kind: "stills" });
          this.receiver.picture(picture, picture.width, picture.height, begin * 1000);
        }
        picture.close();
      } catch (error) {
        if (stills.signal.aborted) return;
        if (error instanceof Refused) this.receiver.status({ kind: "unavailable", failure: failureOf(error) });
      }
      await new Promise((resolve) => setTimeout(resolve, Math.max(50, stillsEvery - (performance.now() - begin))));
    }
  }
}
