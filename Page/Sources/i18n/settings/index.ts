import type { settings } from "./en";

export type SettingsTexts = typeof settings;
