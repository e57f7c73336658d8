import { change, valueAt } from "../settings/edit";
import { find, type MapNode, parse } from "../settings/yaml";

/** The parts of a draft that the page shows; `null`: the page cannot parse the text. */
export type Draft = {
  cameras: { name: string; device: string }[];
  /** The camera that fills the combined picture, and the one that lies over it. */
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

/** Returns the text with another main camera. An inset then shows the former main camera. */
export function swapped(text: string): string {
  const draft = draftOf(text);
  if (draft === null || draft.cameras.length < 2) return text;
  const names = draft.cameras.map((camera) => camera.name);
  const main = draft.main ?? names[0]!;
  const other = draft.inset ?? names.find((name) => name !== main)!;
  const turned = change(text, ["combined", "main"], other);
  return draft.inset === null ? turned : change(turned, ["combined", "inset", "camera"], main);
}
