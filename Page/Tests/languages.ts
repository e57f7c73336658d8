import { type Language, Texts } from "../Sources/i18n";
import { de } from "../Sources/i18n/de";
import { type Catalogue, en } from "../Sources/i18n/en";
import { es } from "../Sources/i18n/es";
import { fr } from "../Sources/i18n/fr";
import { ja } from "../Sources/i18n/ja";
import { zh } from "../Sources/i18n/zh";

export const languages: Record<Language, Catalogue> = { en, es, fr, de, ja, zh };
export const textsIn = (language: Language): Texts => new Texts(language, languages[language]);
