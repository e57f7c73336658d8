/**
 * The part of WebCodecs (https://www.w3.org/TR/webcodecs/) that the page uses. This TypeScript version's library lacks it.
 */
type VideoFrame = CanvasImageSource & {
  readonly displayWidth: number;
  readonly displayHeight: number;
  readonly timestamp: number;
  close(): void;
};

declare class EncodedVideoChunk {
  constructor(init: { type: "key" | "delta"; timestamp: number; data: BufferSource });
}

declare class VideoDecoder {
  constructor(init: { output: (frame: VideoFrame) => void; error: (error: DOMException) => void });
  readonly state: "unconfigured" | "configured" | "closed";
  readonly decodeQueueSize: number;
  configure(config: { codec: string; optimizeForLatency?: boolean }): void;
  decode(chunk: EncodedVideoChunk): void;
  close(): void;
}
