import assert from "node:assert/strict";
import { test } from "node:test";
import { draftOf, swapped, withLayout } from "../Sources/first/changes";

const draft = `# Written by dualcam
cameras:
  back:
    device: "usb-Acme: \\"Cam\\"_0"   # Acme
  front: auto
combined:   # one more file
  layout: pip   # stacked, grid
  main: back
  inset: {camera: front, position: bottom-right}
recording:
  directory: "~/Videos/DualCam"
`;

test("a draft is read", () => {
  assert.deepEqual(draftOf(draft), {
    cameras: [{ name: "back", device: 'usb-Acme: "Cam"_0' }, { name: "front", device: "auto" }], main: "back", inset: "front",
  });
  assert.equal(draftOf("a: &b c"), null);
});

test("a layout is changed, and nothing else", () => {
  assert.equal(withLayout(draft, "grid"), draft.replace("layout: pip", "layout: grid"));
});

test("two cameras change places", () => {
  const turned = swapped(draft);
  assert.equal(turned, draft.replace("main: back", "main: front").replace("camera: front", "camera: back"));
  assert.equal(swapped(turned), draft);
  assert.equal(swapped("cameras: {only: auto}\n"), "cameras: {only: auto}\n");
});
