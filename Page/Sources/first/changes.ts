import { change, valueAt } from "../settings/edit";
import { find, type MapNode, parse } from "../settings/yaml";

/** What a draft says, as far as people look at it; `null`: the text is none that the page understands. */
export type Draft = {
  cameras: { name: string; device: string }[];
  /** What fills the combined picture, and what lies over it. */
  main: string | null;
  inset: string | null;
};

const textAt = (root: MapNode, ...path: string[]): string | null => {
  const value = valueAt(root, path);
  return typeof value === "string" ? value : null;
};

export function draftOf(text: string): Draft | null {
  try {
    const root = parse(text);
    const cameras = find(root, ["cameras"]);
    return {
      cameras: cameras?.kind === "map" ? cameras.entries.map(({ key }) => ({ name: key, device: textAt(root, "cameras", key, "device") ?? "auto" })) : [],
      main: textAt(root, "combined", "main"), inset: textAt(root, "combined", "inset", "camera"),
    };
  } catch {
    return null;
  }
}

export const withLayout = (text: string, layout: string): string => change(text, ["combined", "layout"], layout);

/** The text with another main camera; where the main one lay over it, the former one does now. */
export function swapped(text: string): string {
  const draft = draftOf(text);
  if (draft === null || draft.cameras.length < 2) return text;
  const names = draft.cameras.map((camera) => camera.name);
  const main = draft.main ?? names[0]!;
  const other = draft.inset ?? names.find((name) => name !== main)!;
  const turned = change(text, ["combined", "main"], other);
  return draft.inset === null ? turned : change(turned, ["combined", "inset", "camera"], main);
}
