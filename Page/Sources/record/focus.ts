import type { Picture, Setting } from "../api/generated";

type Settings = Record<string, Setting>;
export type Point = { x: number; y: number };

/** Returns the camera at a point of the combined picture, in shares of it; the one drawn last lies on top. */
export function cameraAt(picture: Picture | null | undefined, { x, y }: Point): string | null {
  if (!picture) return null;
  const [px, py] = [x * picture.width, y * picture.height];
  const hit = picture.places.filter((place) => px >= place.x && px < place.x + place.width && py >= place.y && py < place.y + place.height);
  return hit[hit.length - 1]?.camera ?? null;
}

/** Returns which of focus and exposure the camera can set automatically, as words of the command `control`. */
export function automatic(settings: Settings, camera: string): ("focus" | "exposure")[] {
  return (["focus", "exposure"] as const).filter((name) => hasAutomatic(settings, camera, name));
}

/** Returns whether the device has a control of its own that switches it to automatic. */
export function hasAutomatic(settings: Settings, camera: string, word: string): boolean {
  const prefix = `controls.${camera}.`;
  const stem = word.replaceAll("-", "_");
  if (settings[prefix + word] === undefined) return false;
  return Object.keys(settings).some((name) => {
    const own = name.startsWith(prefix) ? name.slice(prefix.length) : "";
    return own.includes(stem) && own.includes("auto") && !own.includes("bias");
  });
}

/** The control that makes a camera's picture brighter or darker, relative to its current value. */
export type Dial = {
  control: "exposure-bias" | "exposure";
  /** Returns the value for a change in EV. */
  at(ev: number): string | number;
};

/** Returns the camera's exposure compensation or, without one, the exposure itself; `null`: it has neither. */
export function dial(settings: Settings, camera: string): Dial | null {
  const bias = settings[`controls.${camera}.exposure-bias`];
  const words = (bias?.choices ?? []).map(String);
  if (bias && !bias.obstacle && words.length > 1) {
    const begin = Number.parseFloat(String(bias.value)) || 0;
    return { control: "exposure-bias", at: (ev) => nearest(words, begin + ev) };
  }
  const exposure = settings[`controls.${camera}.exposure`];
  const [least, most] = [exposure?.least, exposure?.most];
  if (!exposure || exposure.obstacle || least === undefined || most === undefined) return null;
  // While exposure is automatic, the device's own control reports the current value.
  const own = [exposure.value, settings[`controls.${camera}.exposure_time_absolute`]?.value].map(Number).find((value) => value > 0);
  const begin = own ?? Math.sqrt(Math.max(1, least) * most);
  return { control: "exposure", at: (ev) => Math.round(Math.min(most, Math.max(least, begin * 2 ** ev))) };
}

const nearest = (words: string[], wanted: number): string =>
  words.reduce((best, word) => (Math.abs(Number(word) - wanted) < Math.abs(Number(best) - wanted) ? word : best));

/** The target luminance of a spot: middle grey. */
const grey = 0.18;

/** Returns the distance in EV from a spot's brightness (0 ... 255, as in the picture) to middle grey; at most two. */
export function correction(luma: number): number {
  const light = Math.max(0.001, (luma / 255) ** 2.2);
  return Math.max(-2, Math.min(2, Math.log2(grey / light)));
}
