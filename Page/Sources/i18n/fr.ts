import type { Catalogue } from "./en";
import { plural } from "./plural";

export const fr: Catalogue = {
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

