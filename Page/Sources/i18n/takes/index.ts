import type { takes } from "./en";

export type Takes = typeof takes;
