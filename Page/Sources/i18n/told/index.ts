import type { told } from "./en";

export type ToldTexts = typeof told;
