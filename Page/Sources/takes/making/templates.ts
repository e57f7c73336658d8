import type { Take } from "../model";

export type TemplateName = "youtube" | "instagram-reel" | "tiktok" | "story" | "square" | "podcast" | "archive" | "editing" | "gif" | "webp";

/** What an export is for. */
export type Template = {
  name: TemplateName;
  /** Its shape; `null`: it has no picture. */
  frame: "16:9" | "9:16" | "1:1" | "recorded" | null;
  /** Seconds that it may have at most. */
  longest: number;
  /** Its sound is brought to a loudness. */
  isEven: boolean;
  /** It can be made of a part of the take. */
  takesPart: boolean;
  /** It is a film, with tracks of sound and words beside the picture. */
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
  // Its sound is copied, which cannot be cut.
  template("archive", "recorded", Infinity, { isEven: false, takesPart: false }),
  template("editing", "recorded", Infinity, { isEven: false }),
  template("gif", "recorded", 60, { isEven: false, hasTracks: false }),
  template("webp", "recorded", 60, { isEven: false, hasTracks: false }),
];

/** True where it has sound, and where nobody has looked yet what is in its files. */
export const hasSound = (take: Take): boolean => take.files.some((file) => file.audio !== null || file.video === null);
const hasPicture = (take: Take): boolean => take.files.some((file) => file.video !== null || file.audio === null);

/** The templates that a take has something for. */
export const templatesFor = (take: Take): Template[] => all.filter((one) => (one.frame === null ? hasSound(take) : hasPicture(take)));

/** The server gives a little more than the template's length, for the last frame. */
export const isTooLong = (template: Template, length: number): boolean => length > template.longest + 0.1;
