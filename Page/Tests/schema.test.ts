import assert from "node:assert/strict";
import { test } from "node:test";
import { field, fits, label, type Schema, section } from "../Sources/settings/schema";

const variable: Schema = { $ref: "#/definitions/variable" };
const inset: Schema = {
  type: ["object", "null"], description: "of the layout pip",
  properties: { size: { anyOf: [{ type: "string", pattern: "^[0-9]+%$" }, variable], default: "25%" } },
};
const combined: Schema = {
  type: ["object", "null"],
  properties: {
    layout: { anyOf: [{ enum: ["pip", "stacked"] }, { type: ["string", "integer"], pattern: "^[a-z]+$" }, variable], default: "pip" },
    fit: { anyOf: [{ enum: ["auto"] }, { enum: ["cover", "contain"] }, variable] },
    radius: { anyOf: [{ type: "integer", minimum: 0, maximum: 1024 }, { type: "string", pattern: "^[0-9]+$" }, variable], default: 0 },
    show: { anyOf: [{ enum: ["on", "off", true, false, "true", "false"] }, variable] },
    position: { anyOf: [{ enum: ["top-left"] }, { type: ["object", "null"], properties: { x: {} } }, variable] },
    outputs: { anyOf: [{ enum: ["auto"] }, { type: "array" }, variable], default: "auto" },
    font: { anyOf: [{ type: ["string", "number", "boolean"] }], description: "a text" },
    inset,
    overlays: { type: ["object", "null"], patternProperties: { "^[a-z]+$": {} } },
    look: { anyOf: [{ type: ["object", "null"], properties: { use: { enum: ["none"] } } }, { enum: ["none"] }, variable] },
  },
};

test("each key has the control that its form asks for", () => {
  const made = section(combined, ["combined"]);
  assert.deepEqual(made.fields.map((one) => [label(one), one.kind]), [
    ["layout", "text"], ["fit", "words"], ["radius", "text"], ["show", "switch"], ["position", "words"], ["outputs", "list"], ["font", "text"],
  ]);
  assert.deepEqual(made.sections.map(label), ["inset", "look"]);
  assert.deepEqual(made.sections[0]?.fields.map((one) => [one.path.join("."), one.standard]), [["combined.inset.size", "25%"]]);
});

test("a text is held against words, ranges and patterns", () => {
  const of = (name: string) => field(combined.properties![name]!, [name]);
  const texts: [string, string, boolean][] = [
    ["layout", "pip", true], ["layout", "own", true], ["layout", "A b", false], ["radius", "20", true], ["radius", "2000", false],
    ["radius", "x", false], ["font", "anything at all", true],
  ];
  for (const [name, text, isRight] of texts) assert.equal(fits(of(name), text), isRight, `${name} ${text}`);
});
