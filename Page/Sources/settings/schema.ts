import { shortForm } from "./edit";

/** The subset of JSON Schema that the server uses to describe pipeline files. */
export type Schema = {
  anyOf?: Schema[]; properties?: Record<string, Schema>; patternProperties?: Record<string, Schema>; enum?: (string | number | boolean)[];
  type?: string | string[]; minimum?: number; maximum?: number; pattern?: string; examples?: string[];
  default?: string | number | string[]; description?: string; $ref?: string;
};

export type Field = {
  path: string[];
  kind: "switch" | "words" | "text" | "list";
  words: string[];
  /** The pattern that a text must match; `null`: any text. */
  pattern: RegExp | null;
  range: { least: number; most: number } | null;
  standard: string;
  help: string;
};

export type Section = { path: string[]; help: string; fields: Field[]; sections: Section[] };

const forms = (schema: Schema): Schema[] => (schema.anyOf ?? [schema]).filter((form) => form.$ref === undefined);
const isSection = (form: Schema): boolean => form.properties !== undefined || form.patternProperties !== undefined;
const nameOf = (path: string[]): string => path[path.length - 1] ?? "";

export function field(schema: Schema, path: string[]): Field {
  const simple = forms(schema).filter((form) => !isSection(form));
  const all = simple.flatMap((form) => form.enum ?? []);
  const words = [...new Set(all.map(String))];
  const number = simple.find((form) => form.minimum !== undefined && form.maximum !== undefined);
  const isOpen = simple.some((form) => form.enum === undefined && form.pattern === undefined && form.type !== "array" && form !== number);
  const patterns = simple.flatMap((form) => form.pattern ?? []);
  const kind = all.includes(true) ? "switch"
    : simple.some((form) => form.type === "array") ? "list"
    : simple.every((form) => form.enum) && words.length > 0 ? "words" : "text";
  return {
    path, kind, words,
    pattern: isOpen || patterns.length === 0 ? null : new RegExp(patterns.join("|")),
    range: number ? { least: number.minimum!, most: number.maximum! } : null,
    standard: [schema.default ?? []].flat().join(", "),
    help: schema.description ?? "",
  };
}

/** Returns the parts of a section that a form can show: words, numbers and texts, and its subsections. */
export function section(schema: Schema, path: string[]): Section {
  const properties = forms(schema).find((form) => form.properties)?.properties ?? {};
  const made: Section = { path, help: schema.description ?? "", fields: [], sections: [] };
  for (const [name, property] of Object.entries(properties)) {
    const below = [...path, name];
    const hasSection = forms(property).some(isSection);
    const hasWords = forms(property).some((form) => !isSection(form));
    if (!hasSection || (hasWords && shortForm(below) === undefined && name !== "wide")) made.fields.push(field(property, below));
    else if (forms(property).some((form) => form.properties && !form.patternProperties)) made.sections.push(section(property, below));
  }
  return made;
}

/** Returns the schema of the entries whose names the user chooses. */
export const named = (schema: Schema | undefined): Schema =>
  Object.values(forms(schema ?? {}).find((form) => form.patternProperties)?.patternProperties ?? {})[0] ?? {};

/** Returns whether a field accepts a text. The server makes the final decision. */
export function fits(field: Field, text: string): boolean {
  const number = Number(text);
  if (field.range && text.trim() !== "" && Number.isFinite(number)) return number >= field.range.least && number <= field.range.most;
  return field.words.includes(text) || field.pattern === null || field.pattern.test(text);
}

export const label = (field: Field | Section): string => nameOf(field.path);
