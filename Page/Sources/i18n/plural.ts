/** Texts by the plural form of a number; `other` serves every form that is not named. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Marks a text of the catalogue that depends on a number (`{n}`). */
export const plural = (forms: Plural): Plural => forms;
