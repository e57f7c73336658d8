import { createContext, useContext, useEffect, useState } from "react";
import { type Catalogue, en } from "./en";
import type { Plural } from "./plural";

export type Language = "en" | "es" | "fr" | "de" | "ja" | "zh";
/** The catalogues that are fetched on demand; English is part of the page. */
const sources: Record<Exclude<Language, "en">, () => Promise<Catalogue>> = {
  es: async () => (await import("./es")).es,
  fr: async () => (await import("./fr")).fr,
  de: async () => (await import("./de")).de,
  ja: async () => (await import("./ja")).ja,
  zh: async () => (await import("./zh")).zh,
};
const loaded = new Map<Language, Catalogue>([["en", en]]);
export const languageNames: Record<Language, string> = {
  en: "English", es: "Español", fr: "Français", de: "Deutsch", ja: "日本語", zh: "简体中文",
};

/** Returns the first of the browser's languages that is available; otherwise English. */
export function preferred(wished: readonly string[], chosen: string | null): Language {
  for (const tag of [chosen ?? "", ...wished]) {
    const base = tag.toLowerCase().split("-")[0] ?? "";
    if (base in languageNames) return base as Language;
  }
  return "en";
}

/** Returns the browser's variant of a language, such as `en-GB`, for dates and numbers. */
export const regional = (language: Language, wished: readonly string[]): string =>
  wished.find((tag) => tag.toLowerCase().split("-")[0] === language) ?? language;

/** Fetches the texts of a language. Rejects if they cannot be fetched. */
export async function load(language: Language): Promise<Catalogue> {
  const known = loaded.get(language);
  if (known !== undefined || language === "en") return known ?? en;
  const catalogue = await sources[language]();
  loaded.set(language, catalogue);
  return catalogue;
}

/** Replaces the placeholders `{name}` of a text by values. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));

/** Texts, numbers and dates of one language. */
export class Texts {
  private readonly rules: Intl.PluralRules;

  /** @param locale The reader's variant of the language, such as `en-GB`. */
  constructor(readonly language: Language, readonly t: Catalogue, private readonly locale: string = language) {
    this.rules = new Intl.PluralRules(language);
  }

  /** Returns the form for a number, with `{n}` filled in. */
  plural(forms: Plural, count: number, values: Record<string, string | number> = {}): string {
    return fill(forms[this.rules.select(count)] ?? forms.other, { n: this.number(count), ...values });
  }

  number(value: number, digits = 0): string {
    return new Intl.NumberFormat(this.locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
  }

  percent(share: number): string {
    return new Intl.NumberFormat(this.locale, { style: "percent", maximumFractionDigits: 0 }).format(share);
  }

  date(time: Date, style: Intl.DateTimeFormatOptions = { dateStyle: "medium", timeStyle: "short" }): string {
    return new Intl.DateTimeFormat(this.locale, style).format(time);
  }

  /** Formats bytes in powers of ten, as disks are sold: 1.5 GB. */
  bytes(count: number): string {
    const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
    const power = Math.min(units.length - 1, count < 1 ? 0 : Math.floor(Math.log10(count) / 3));
    const value = count / 1000 ** power;
    return new Intl.NumberFormat(this.locale, {
      style: "unit", unit: units[power], unitDisplay: "short", maximumFractionDigits: value < 10 && power > 0 ? 1 : 0,
    }).format(value);
  }

  /** Formats a time as SS, MM:SS or HH:MM:SS. */
  clock(seconds: number): string {
    const whole = Math.max(0, Math.floor(seconds));
    const two = (value: number) => String(value).padStart(2, "0");
    const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
    if (hours > 0) return `${two(hours)}:${two(minutes)}:${two(whole % 60)}`;
    return whole >= 60 ? `${two(minutes)}:${two(whole % 60)}` : two(whole);
  }

  /** Formats an approximate duration: 2 h 5 min, 40 min, 12 s. */
  span(seconds: number): string {
    const unit = (value: number, unit: string) =>
      new Intl.NumberFormat(this.locale, { style: "unit", unit, unitDisplay: "short" }).format(value);
    const minutes = Math.floor(seconds / 60);
    if (minutes < 1) return unit(Math.floor(seconds), "second");
    if (minutes < 60) return unit(minutes, "minute");
    if (minutes < 48 * 60) return `${unit(Math.floor(minutes / 60), "hour")} ${unit(minutes % 60, "minute")}`;
    return unit(Math.floor(minutes / 1440), "day");
  }
}

const TextsContext = createContext(new Texts("en", en));
export const TextsProvider = TextsContext.Provider;
export const useTexts = (): Texts => useContext(TextsContext);

const textsOf = (language: Language, catalogue: Catalogue): Texts => new Texts(language, catalogue, regional(language, navigator.languages));

/** Returns the texts of a language. Until they are fetched, and if that fails, it returns the previous ones. */
export function useLanguageTexts(language: Language): Texts {
  const [texts, setTexts] = useState(() => {
    const known = loaded.get(language);
    return known === undefined ? textsOf("en", en) : textsOf(language, known);
  });
  useEffect(() => {
    let isWished = true;
    load(language).then(
      (catalogue) => isWished && setTexts((texts) => (texts.language === language ? texts : textsOf(language, catalogue))),
      () => undefined,
    );
    return () => {
      isWished = false;
    };
  }, [language]);
  return texts;
}
