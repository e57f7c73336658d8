/** One access unit of the preview: a header of 16 bytes, big endian, followed by H.264 as a byte stream. */
export type AccessUnit = {
  isKey: boolean;
  /** True if frames before this one were left out. */
  isDiscontinuous: boolean;
  sequence: number;
  /** The running time in microseconds, as decoders expect it. */
  timestamp: number;
  data: Uint8Array;
};

export type Place = { name: string; x: number; y: number; width: number; height: number };

/** The server's description of the pictures, sent first and after every change. */
export type StreamInfo = {
  source: string;
  width: number;
  height: number;
  "frame-rate"?: unknown;
  codec: string;
  /** The position of each picture in a multiview. */
  places?: Place[];
};

const headerLength = 16;

/** Returns `null` for a message of another version, or one that is too short. */
export function parse(buffer: ArrayBuffer): AccessUnit | null {
  if (buffer.byteLength <= headerLength) return null;
  const view = new DataView(buffer);
  if (view.getUint8(0) !== 1) return null;
  const flags = view.getUint8(1);
  return {
    isKey: (flags & 1) !== 0,
    isDiscontinuous: (flags & 2) !== 0,
    sequence: view.getUint32(4),
    timestamp: Number(view.getBigUint64(8) / 1000n),
    data: new Uint8Array(buffer, headerLength),
  };
}

/** Returns whether the data are a JPEG picture, by its first two bytes. */
export const isJPEG = (data: Uint8Array): boolean => data[0] === 0xff && data[1] === 0xd8;

/**
 * Returns the codec's name for WebCodecs, from the sequence parameter set of a key frame (RFC 6381):
 * `avc1.42c01f`.
 */
export function codec(data: Uint8Array): string | null {
  for (let at = 0; at + 6 < data.length; at++) {
    if (data[at] !== 0 || data[at + 1] !== 0 || data[at + 2] !== 1) continue;
    if ((data[at + 3]! & 0x1f) !== 7) continue;
    const bytes = Array.from(data.subarray(at + 4, at + 7));
    return `avc1.${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  }
  return null;
}

const widths = [320, 640, 1280];

/**
 * Returns the smallest available width for a number of pixels. Slightly less than the displayed width looks as
 * good.
 */
export const widthFor = (pixels: number): number => widths.find((width) => width * 1.3 >= pixels) ?? 1280;
