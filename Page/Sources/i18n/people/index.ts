import type { people } from "./en";

export type PeopleTexts = typeof people;
