/** One access unit of the preview: a header of 16 bytes, big endian, then H.264 as a byte stream. */
export type AccessUnit = {
  isKey: boolean;
  /** Frames before it were left out. */
  isDiscontinuous: boolean;
  sequence: number;
  /** The running time in microseconds, as decoders take it. */
  timestamp: number;
  data: Uint8Array;
};

export type Place = { name: string; x: number; y: number; width: number; height: number };

/** What the server says of the pictures, first and whenever it changes. */
export type StreamInfo = {
  source: string;
  width: number;
  height: number;
  "frame-rate"?: unknown;
  codec: string;
  /** Where which picture is, of a multiview. */
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

/** Pictures that each stand alone begin with JPEG's own mark. */
export const isJPEG = (data: Uint8Array): boolean => data[0] === 0xff && data[1] === 0xd8;

/** The codec's name for WebCodecs, from the sequence parameter set of a key frame (RFC 6381): `avc1.42c01f`. */
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

/** The smallest width that is there for so many pixels; a little less than is shown looks as good. */
export const widthFor = (pixels: number): number => widths.find((width) => width * 1.3 >= pixels) ?? 1280;
