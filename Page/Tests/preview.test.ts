import assert from "node:assert/strict";
import { test } from "node:test";
import { codec, parse, widthFor } from "../Sources/preview/protocol";

function unit(flags: number, sequence: number, nanoseconds: bigint, data: number[], version = 1): ArrayBuffer {
  const buffer = new ArrayBuffer(16 + data.length);
  const view = new DataView(buffer);
  view.setUint8(0, version);
  view.setUint8(1, flags);
  view.setUint32(4, sequence);
  view.setBigUint64(8, nanoseconds);
  new Uint8Array(buffer, 16).set(data);
  return buffer;
}

test("an access unit's header is read", () => {
  const read = parse(unit(3, 4_000_000_000, 12_500_000_000n, [9]));
  assert.deepEqual(
    { ...read, data: [...(read?.data ?? [])] },
    { isKey: true, isDiscontinuous: true, sequence: 4_000_000_000, timestamp: 12_500_000, data: [9] });
  assert.equal(parse(unit(0, 1, 0n, [9]))?.isKey, false);
});

test("other versions and short messages are left alone", () => {
  assert.equal(parse(unit(1, 1, 0n, [9], 2)), null);
  assert.equal(parse(unit(1, 1, 0n, [])), null);
  assert.equal(parse(new ArrayBuffer(3)), null);
});

test("the codec's name comes from the sequence parameter set", () => {
  const delimiter = [0, 0, 0, 1, 0x09, 0xf0];
  assert.equal(codec(Uint8Array.from([...delimiter, 0, 0, 0, 1, 0x67, 0x42, 0xc0, 0x1f, 0xd9, 0])), "avc1.42c01f");
  assert.equal(codec(Uint8Array.from([...delimiter, 0, 0, 1, 0x65, 1, 2, 3])), null);
});

test("the width suits the room", () => assert.deepEqual([300, 400, 640, 800, 1000, 4000].map(widthFor), [320, 320, 640, 640, 1280, 1280]));
