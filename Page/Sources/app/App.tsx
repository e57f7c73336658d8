import { useEffect } from "react";
import { Icon } from "../components/Icon";
import { TextsProvider, useLanguageTexts, useTexts } from "../i18n";
import { RecordPlace } from "../first/RecordPlace";
import { Notices } from "../record/Notices";
import { Settings } from "../settings/Settings";
import { useModel } from "../store/hooks";
import { Takes } from "../takes/Takes";
import { Boundary } from "./Boundary";
import { Gate } from "./Gate";
import { go, pathOf, type Place, placeOf, usePath } from "./places";
import { languageOf, usePreferences } from "./preferences";

export function App() {
  const preferences = usePreferences();
  const language = languageOf(preferences);
  useEffect(() => {
    document.documentElement.lang = language === "zh" ? "zh-Hans" : language;
    if (preferences.theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = preferences.theme;
  }, [language, preferences.theme]);
  const texts = useLanguageTexts(language);
  return (
    <TextsProvider value={texts}>
      <Boundary texts={texts}><Places /></Boundary>
    </TextsProvider>
  );
}

function Places() {
  const { place, rest } = placeOf(usePath());
  const { t } = useTexts();
  const link = useModel((model) => model.link);
  const name = useModel((model) => model.state?.name);
  useEffect(() => {
    document.title = `${name ? `${name} · ` : ""}${t.shell[place]} · dualcam`;
  }, [name, place, t]);
  if (link === "forbidden") return <Gate />;
  return (
    <div className="app">
      <a className="skip button is-primary" href="#content">{t.shell.skip}</a>
      <Navigation place={place} />
      <main id="content" className="app-place" tabIndex={-1}>
        <Notices />
        {place === "record" && <RecordPlace />}
        {place === "takes" && <Takes id={rest[0] ?? null} />}
        {place === "settings" && <Settings section={rest[0] ?? null} />}
      </main>
    </div>
  );
}

const places: Place[] = ["record", "takes", "settings"];

function Navigation({ place }: { place: Place }) {
  const { t } = useTexts();
  return (
    <nav className="app-nav glass" aria-label={t.shell.places}>
      {places.map((one) => (
        <a
          key={one} className="button" href={pathOf(one)} aria-current={one === place ? "page" : undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            go(pathOf(one));
          }}
        >
          <Icon name={one} />
          <span>{t.shell[one]}</span>
        </a>
      ))}
    </nav>
  );
}
