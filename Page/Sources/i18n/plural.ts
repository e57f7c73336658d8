/**
 * Texts by the plural form of a number; `other` serves every form without a text of its
 * own.
 */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Marks a catalogue text that depends on a number (`{n}`). */
export const plural = (forms: Plural): Plural => forms;
