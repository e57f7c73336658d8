import type { Take } from "../model";

export type TemplateName = "youtube" | "instagram-reel" | "tiktok" | "story" | "square" | "podcast" | "archive" | "editing" | "gif" | "webp";

/** A purpose of an export. */
export type Template = {
  name: TemplateName;
  /** The shape of the picture; `null`: it has no picture. */
  frame: "16:9" | "9:16" | "1:1" | "recorded" | null;
  /** The maximum length in seconds. */
  longest: number;
  /** True if the loudness is normalised. */
  isEven: boolean;
  /** True if a part of the take can be exported. */
  takesPart: boolean;
  /** True if it is a film, with tracks of sound and subtitles beside the picture. */
  hasTracks: boolean;
};

const template = (name: TemplateName, frame: Template["frame"], longest = Infinity, more: Partial<Template> = {}): Template =>
  ({ name, frame, longest, isEven: true, takesPart: true, hasTracks: true, ...more });

const all: Template[] = [
  template("youtube", "16:9", 12 * 3600),
  template("instagram-reel", "9:16", 15 * 60),
  template("tiktok", "9:16", 10 * 60),
  template("story", "9:16", 60),
  template("square", "1:1", 60),
  template("podcast", null),
  // The sound is copied, which does not allow cuts.
  template("archive", "recorded", Infinity, { isEven: false, takesPart: false }),
  template("editing", "recorded", Infinity, { isEven: false }),
  template("gif", "recorded", 60, { isEven: false, hasTracks: false }),
  template("webp", "recorded", 60, { isEven: false, hasTracks: false }),
];

/** Returns whether the take has sound, also if its files have not been inspected yet. */
export const hasSound = (take: Take): boolean => take.files.some((file) => file.audio !== null || file.video === null);
const hasPicture = (take: Take): boolean => take.files.some((file) => file.video !== null || file.audio === null);

/** Returns the templates that suit a take. */
export const templatesFor = (take: Take): Template[] => all.filter((one) => (one.frame === null ? hasSound(take) : hasPicture(take)));

/** Compares with the template's maximum. The server allows a little more, for the last frame. */
export const isTooLong = (template: Template, length: number): boolean => length > template.longest + 0.1;
