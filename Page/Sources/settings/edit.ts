import { find, type MapNode, type Node, parse } from "./yaml";

/** A value of the form: a text, or a list of texts. `null` removes the key, so that its default applies. */
export type Value = string | string[] | null;

/** The key whose value a plain text sets if it stands in place of a section. `*` is any name. */
const shortForms: [string[], string][] = [
  [["microphone"], "device"], [["microphones", "*"], "device"], [["cameras", "*"], "device"], [["cameras", "*", "controls"], "preset"],
  [["cameras", "*", "look"], "use"], [["combined", "look"], "use"],
];

export const shortForm = (path: readonly string[]): string | undefined =>
  shortForms.find(([form]) => form.length === path.length && form.every((part, index) => part === "*" || part === path[index]))?.[1];

/** Returns the value at a path as the form shows it; `undefined`: it is not in the text; `null`: the form cannot show it. */
export function valueAt(root: MapNode, path: readonly string[]): string | string[] | null | undefined {
  const node = find(root, path);
  if (node === undefined) {
    const around = find(root, path.slice(0, -1));
    const isShort = around?.kind === "text" && around.text !== "" && shortForm(path.slice(0, -1)) === path[path.length - 1];
    return isShort ? around.text : undefined;
  }
  if (node.kind === "text") return /^[|>]/.test(node.text) ? null : node.text;
  if (node.kind === "list" && node.items.every((item) => item.kind === "text")) {
    return node.items.map((item) => (item as Extract<Node, { kind: "text" }>).text);
  }
  return null;
}

const isPlain = (text: string): boolean =>
  text !== "" && text.trim() === text && !/^[-?:&*!|>%@`"'#]|[,{}[\]\n]|: |:$| #/.test(text) && !/^(~|null)$/i.test(text);

const written = (value: string | string[]): string =>
  Array.isArray(value) ? `[${value.map(written).join(", ")}]` : isPlain(value) ? value : JSON.stringify(value);

const replaced = (text: string, start: number, end: number, by: string): string => text.slice(0, start) + by + text.slice(end);

/** Changes one value of a text, and nothing else. */
export function change(text: string, path: readonly string[], value: Value): string {
  const root = parse(text);
  const node = find(root, path);
  if (value === null) return node === undefined ? text : removed(text, root, path);
  if (node !== undefined) {
    return replaced(text, node.start, node.end, (node.start === node.end && text[node.start - 1] !== " " ? " " : "") + written(value));
  }
  let depth = path.length - 1;
  while (find(root, path.slice(0, depth)) === undefined) depth -= 1;
  const around = find(root, path.slice(0, depth))!;
  const [key, rest] = [path[depth]!, path.slice(depth + 1)];
  if (around.kind === "list") return text;
  if (around.kind === "text") return opened(text, root, around, path.slice(0, depth), key, rest, value);
  return inserted(text, around, key, rest, value);
}

/** Formats `{a: {b: value}}` for the keys below `key`. */
const flow = (key: string, rest: readonly string[], value: string | string[]): string =>
  rest.length === 0 ? `${key}: ${written(value)}` : `${key}: {${flow(rest[0]!, rest.slice(1), value)}}`;

function inserted(text: string, map: MapNode, key: string, rest: readonly string[], value: string | string[]): string {
  if (map.isFlow) {
    const last = map.entries[map.entries.length - 1];
    return last === undefined
      ? replaced(text, map.start + 1, map.end - 1, flow(key, rest, value))
      : replaced(text, last.value.end, last.value.end, `, ${flow(key, rest, value)}`);
  }
  const lineEnd = text.indexOf("\n", map.end);
  const at = map.entries.length === 0 || lineEnd < 0 ? text.length : lineEnd + 1;
  const before = at > 0 && text[at - 1] !== "\n" ? "\n" : "";
  return replaced(text, at, at, `${before}${block(map.indent, key, rest, value)}`);
}

/** Formats the same as lines, with one level of keys on each. */
const block = (indent: number, key: string, rest: readonly string[], value: string | string[]): string =>
  rest.length === 0
    ? `${" ".repeat(indent)}${key}: ${written(value)}\n`
    : `${" ".repeat(indent)}${key}:\n${block(indent + 2, rest[0]!, rest.slice(1), value)}`;

/** Expands a short form or an empty value into a section. */
function opened(
  text: string, root: MapNode, node: Extract<Node, { kind: "text" }>, path: readonly string[], key: string, rest: readonly string[],
  value: string | string[],
): string {
  const short = shortForm(path);
  const known = node.text !== "" && short !== undefined && short !== key ? `${short}: ${text.slice(node.start, node.end)}, ` : "";
  const around = find(root, path.slice(0, -1)) as MapNode;
  if (node.text === "" && !around.isFlow) {
    const lineEnd = text.indexOf("\n", node.end);
    const at = lineEnd < 0 ? text.length : lineEnd + 1;
    return replaced(text, at, at, `${lineEnd < 0 ? "\n" : ""}${block(around.indent + 2, key, rest, value)}`);
  }
  const blank = text[node.start - 1] === " " ? "" : " ";
  return replaced(text, node.start, node.end, `${blank}{${known}${flow(key, rest, value)}}`);
}

function removed(text: string, root: MapNode, path: readonly string[]): string {
  const around = find(root, path.slice(0, -1)) as MapNode;
  const index = around.entries.findIndex((entry) => entry.key === path[path.length - 1]);
  const entry = around.entries[index]!;
  if (around.isFlow) {
    const [before, after] = [around.entries[index - 1], around.entries[index + 1]];
    if (before) return replaced(text, before.value.end, entry.value.end, "");
    return replaced(text, entry.start, after ? after.start : entry.value.end, "");
  }
  const start = text.lastIndexOf("\n", entry.start - 1) + 1;
  const lineEnd = text.indexOf("\n", entry.value.end);
  return replaced(text, start, lineEnd < 0 ? text.length : lineEnd + 1, "");
}
