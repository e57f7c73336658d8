import type { setup } from "./en";

export type SetupTexts = typeof setup;
