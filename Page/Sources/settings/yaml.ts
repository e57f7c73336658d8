/**
 * A parser for the YAML of pipeline files. It records the position of each value, so that a form can change one value and preserve
 * comments and layout. It does not support anchors, tags and several documents (`NotUnderstood`); such a text is changed by hand.
 */
export type Entry = { key: string; start: number; value: Node };
export type Node =
  | { kind: "text"; start: number; end: number; text: string }
  | { kind: "list"; start: number; end: number; items: Node[] }
  | { kind: "map"; start: number; end: number; entries: Entry[]; isFlow: boolean; indent: number };
export type MapNode = Extract<Node, { kind: "map" }>;

export class NotUnderstood extends Error {}

const escapes: Record<string, string> = { n: "\n", t: "\t", '"': '"', "\\": "\\", "/": "/" };

class Parser {
  private at = 0;

  constructor(private readonly text: string) {}

  whole(): MapNode {
    this.skip(true);
    if (this.text.startsWith("---", this.at)) throw new NotUnderstood();
    if (this.at >= this.text.length) return { kind: "map", start: this.at, end: this.at, entries: [], isFlow: false, indent: 0 };
    const node = this.text[this.at] === "{" ? this.flow() : this.block(this.column());
    this.skip(true);
    if (this.at < this.text.length || node.kind !== "map") throw new NotUnderstood();
    return node;
  }

  private column(at = this.at): number {
    return at - (this.text.lastIndexOf("\n", at - 1) + 1);
  }

  /** Skips blanks and comments and, if `lines` is true, ends of lines. */
  private skip(lines: boolean): void {
    for (;;) {
      const character = this.text[this.at];
      if (character === " " || character === "\r" || (lines && character === "\n")) this.at += 1;
      else if (character === "\t") throw new NotUnderstood();
      else if (character === "#" && (this.at === 0 || /\s/.test(this.text[this.at - 1]!))) {
        const end = this.text.indexOf("\n", this.at);
        this.at = end < 0 ? this.text.length : end;
      } else return;
    }
  }

  private block(indent: number): Node {
    return /^-(\s|$)/.test(this.text.slice(this.at, this.at + 2)) ? this.blockList(indent) : this.blockMap(indent);
  }

  private blockList(indent: number): Node {
    const [start, items] = [this.at, [] as Node[]];
    while (this.at < this.text.length && this.column() === indent && /^-(\s|$)/.test(this.text.slice(this.at, this.at + 2))) {
      this.at += 1;
      items.push(this.value(indent));
      this.skip(true);
    }
    return { kind: "list", start, end: items[items.length - 1]?.end ?? this.at, items };
  }

  private blockMap(indent: number): MapNode {
    const [start, entries] = [this.at, [] as Entry[]];
    while (this.at < this.text.length && this.column() === indent) {
      const entry = { key: "", start: this.at };
      entry.key = this.key();
      entries.push({ ...entry, value: this.value(indent) });
      this.skip(true);
    }
    if (this.at < this.text.length && this.column() > indent) throw new NotUnderstood();
    return { kind: "map", start, end: entries[entries.length - 1]!.value.end, entries, isFlow: false, indent };
  }

  /** Reads a key and the colon after it. */
  private key(): string {
    const scalar = this.scalar(false, true);
    if (this.text[this.at] !== ":" || scalar.text === "") throw new NotUnderstood();
    this.at += 1;
    return scalar.text;
  }

  /** Reads the value after a key or after the dash of a block. */
  private value(indent: number): Node {
    const behind = this.at;
    this.skip(false);
    const character = this.text[this.at];
    if (character === "{" || character === "[") return this.closed(this.flow());
    if (character !== undefined && character !== "\n") {
      if (character === "|" || character === ">") return this.literal(indent);
      return this.closed(this.scalar(false, false));
    }
    this.skip(true);
    const isList = /^-(\s|$)/.test(this.text.slice(this.at, this.at + 2));
    const isBelow = this.at < this.text.length && (this.column() > indent || (isList && this.column() === indent));
    return isBelow ? this.block(this.column()) : { kind: "text", start: behind, end: behind, text: "" };
  }

  /** Checks that nothing else stands on the line. */
  private closed<Kind extends Node>(node: Kind): Kind {
    this.skip(false);
    if (this.at < this.text.length && this.text[this.at] !== "\n") throw new NotUnderstood();
    return node;
  }

  /** Reads a text of several lines, without interpreting its content. */
  private literal(indent: number): Node {
    const start = this.at;
    const lines = this.text.slice(start).split("\n");
    let count = 1;
    while (count < lines.length && (lines[count]!.trim() === "" || lines[count]!.search(/\S/) > indent)) count += 1;
    const taken = lines.slice(0, count).join("\n").trimEnd();
    this.at = start + taken.length;
    return { kind: "text", start, end: this.at, text: taken };
  }

  private flow(): Node {
    const [start, isMap] = [this.at, this.text[this.at] === "{"];
    const close = isMap ? "}" : "]";
    const [entries, items] = [[] as Entry[], [] as Node[]];
    this.at += 1;
    for (;;) {
      this.skip(true);
      if (this.at >= this.text.length) throw new NotUnderstood();
      if (this.text[this.at] === close) break;
      if (isMap) {
        const keyStart = this.at;
        entries.push({ key: this.key(), start: keyStart, value: this.flowValue() });
      } else items.push(this.flowValue());
      this.skip(true);
      if (this.text[this.at] === ",") this.at += 1;
      else if (this.text[this.at] !== close) throw new NotUnderstood();
    }
    this.at += 1;
    return isMap ? { kind: "map", start, end: this.at, entries, isFlow: true, indent: 0 } : { kind: "list", start, end: this.at, items };
  }

  private flowValue(): Node {
    const behind = this.at;
    this.skip(true);
    const character = this.text[this.at];
    if (character === "{" || character === "[") return this.flow();
    if (character === "," || character === "}" || character === "]") return { kind: "text", start: behind, end: behind, text: "" };
    return this.scalar(true, false);
  }

  private scalar(isFlow: boolean, isKey: boolean): Extract<Node, { kind: "text" }> {
    const start = this.at;
    const first = this.text[start] ?? "";
    if (first === '"' || first === "'") return this.quoted(first);
    if (/[&*!|>%@`]/.test(first)) throw new NotUnderstood();
    while (this.at < this.text.length) {
      const [character, next] = [this.text[this.at]!, this.text[this.at + 1] ?? " "];
      if (character === "\n" || (character === ":" && (/\s/.test(next) || (isFlow && /[,{}[\]]/.test(next))))) break;
      if (character === "#" && /\s/.test(this.text[this.at - 1] ?? " ")) break;
      if ((isFlow || isKey) && /[,{}[\]]/.test(character)) break;
      this.at += 1;
    }
    const text = this.text.slice(start, this.at).trimEnd();
    if (!isKey && !isFlow && this.text[this.at] === ":") throw new NotUnderstood();
    return { kind: "text", start, end: start + text.length, text };
  }

  private quoted(quote: string): Extract<Node, { kind: "text" }> {
    const start = this.at;
    let text = "";
    for (this.at += 1; this.text[this.at] !== quote || (quote === "'" && this.text[this.at + 1] === "'"); this.at += 1) {
      const character = this.text[this.at];
      if (character === undefined || character === "\n") throw new NotUnderstood();
      if (character === "'" && quote === "'") this.at += 1;
      if (character === "\\" && quote === '"') {
        this.at += 1;
        const escaped = escapes[this.text[this.at] ?? ""];
        if (escaped === undefined) throw new NotUnderstood();
        text += escaped;
      } else text += character;
    }
    this.at += 1;
    return { kind: "text", start, end: this.at, text };
  }
}

export const parse = (text: string): MapNode => new Parser(text).whole();

/** Returns the node at a path; `undefined`: there is none. */
export function find(node: Node, path: readonly string[]): Node | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return node;
  const entry = node.kind === "map" ? node.entries.find((entry) => entry.key === key) : undefined;
  return entry && find(entry.value, rest);
}
