import { type Plural, plural } from "./plural";

/** English, which is the type of all catalogues: a text that is missing elsewhere does not compile. */
export const en = {
  shell: {
    record: "Record",
    takes: "Takes",
    settings: "Settings",
    places: "Places",
    close: "Close",
    cancel: "Cancel",
    retry: "Try now",
    connecting: "Connecting …",
    lost: "Connection lost",
    lostDetail: "The recording goes on. Trying again …",
    forbidden: "This page needs its link",
    forbiddenDetail: "Open the link that the terminal shows, or enter the token from its file.",
    token: "Token",
    enter: "Enter",
    skip: "To the content",
  },
  takes: {
    count: plural({ one: "{n} take", other: "{n} takes" }),
  },
  settings: {
    language: "Language",
  },
};

type Texts<Section> = { [Key in keyof Section]: Section[Key] extends string ? string : Plural };
export type Catalogue = { [Section in keyof typeof en]: Texts<(typeof en)[Section]> };
