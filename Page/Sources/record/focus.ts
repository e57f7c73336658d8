import type { Picture, Setting } from "../api/generated";

type Settings = Record<string, Setting>;
export type Point = { x: number; y: number };

/** The camera that is seen at a point of the combined picture, in shares of it; the one drawn last lies on top. */
export function cameraAt(picture: Picture | null | undefined, { x, y }: Point): string | null {
  if (!picture) return null;
  const [px, py] = [x * picture.width, y * picture.height];
  const hit = picture.places.filter((place) => px >= place.x && px < place.x + place.width && py >= place.y && py < place.y + place.height);
  return hit[hit.length - 1]?.camera ?? null;
}

/** The words of the command `control` by which a camera focuses and exposes by itself, as far as it has them. */
export function automatic(settings: Settings, camera: string): ("focus" | "exposure")[] {
  return (["focus", "exposure"] as const).filter((name) => hasAutomatic(settings, camera, name));
}

/** True where the device has a control of its own that switches it to automatic. */
export function hasAutomatic(settings: Settings, camera: string, word: string): boolean {
  const prefix = `controls.${camera}.`;
  const stem = word.replaceAll("-", "_");
  if (settings[prefix + word] === undefined) return false;
  return Object.keys(settings).some((name) => {
    const own = name.startsWith(prefix) ? name.slice(prefix.length) : "";
    return own.includes(stem) && own.includes("auto") && !own.includes("bias");
  });
}

/** What makes a camera's picture brighter or darker, from where it stands. */
export type Dial = {
  control: "exposure-bias" | "exposure";
  /** The value for so many EV more. */
  at(ev: number): string | number;
};

/** The compensation of the automatic exposure where the camera has it, else the exposure itself; `null`: it has neither. */
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
  // While it is automatic, the device's own control tells what it has come to.
  const own = [exposure.value, settings[`controls.${camera}.exposure_time_absolute`]?.value].map(Number).find((value) => value > 0);
  const begin = own ?? Math.sqrt(Math.max(1, least) * most);
  return { control: "exposure", at: (ev) => Math.round(Math.min(most, Math.max(least, begin * 2 ** ev))) };
}

const nearest = (words: string[], wanted: number): string =>
  words.reduce((best, word) => (Math.abs(Number(word) - wanted) < Math.abs(Number(best) - wanted) ? word : best));

/** What a spot should come to, as light: middle grey. */
const grey = 0.18;

/** How many EV a spot of this brightness (0 ... 255, as the picture has it) is from middle grey; at most two. */
export function correction(luma: number): number {
  const light = Math.max(0.001, (luma / 255) ** 2.2);
  return Math.max(-2, Math.min(2, Math.log2(grey / light)));
}
