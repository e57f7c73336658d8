import { fill, type Language, languageNames, preferred, useTexts } from "../i18n";
import { change, usePreferences } from "../app/preferences";
import { pathOf } from "../app/places";
import { Segments, Select, Switch } from "../components/Controls";
import { Icon } from "../components/Icon";
import { PlaceLink } from "../components/PlaceLink";
import { ViewOptions } from "../record/panel/ViewPanel";
import { useDirects, useModel } from "../store/hooks";
import { Calibration } from "./Calibration";
import { Devices } from "./Devices";
import { Entry } from "./Entry";
import { PipelinePage } from "./PipelinePage";

/** The place "settings", or the pipeline file in it. */
export function Settings({ section }: { section: string | null }) {
  const { t } = useTexts();
  const directs = useDirects();
  const isKnown = useModel((model) => model.state !== null);
  // The file is not requested until it is known that this page may read it.
  if (section === "pipeline" && directs) return isKnown ? <PipelinePage /> : <p className="settings">{t.settings.reading}</p>;
  return (
    <div className="settings app-scroll">
      <h1>{t.settings.title}</h1>
      {!directs && <p className="settings-group">{t.people.onlyLooks}. {t.people.onlyLooksDetail}</p>}
      <Appearance />
      <View />
      {directs && <Pipeline />}
      <Devices />
      <Calibration />
      <Entry />
      <Recorder />
    </div>
  );
}

/** The display preferences that this browser stores. */
function Appearance() {
  const { t } = useTexts();
  const preferences = usePreferences();
  const automatic = fill(t.settings.languageAuto, { name: languageNames[preferred(navigator.languages, null)] });
  const names = Object.keys(languageNames) as Language[];
  return (
    <section className="settings-group" aria-labelledby="settings-appearance">
      <h2 id="settings-appearance">{t.settings.appearance}</h2>
      <Select
        label={t.settings.language} value={preferences.language ?? "auto"}
        choices={[{ value: "auto", label: automatic }, ...names.map((value) => ({ value, label: languageNames[value] }))]}
        onChange={(language) => change({ language: language === "auto" ? null : language })}
      />
      <div className="field">
        <span>{t.settings.theme}</span>
        <Segments
          label={t.settings.theme} value={preferences.theme}
          choices={[
            { value: "auto", label: t.settings.themeAuto },
            { value: "light", label: t.settings.themeLight },
            { value: "dark", label: t.settings.themeDark },
          ]}
          onChange={(theme) => change({ theme })}
        />
      </div>
      <Switch label={t.settings.hides} on={preferences.hides} onChange={(hides) => change({ hides })} />
      <p className="quiet">{t.settings.hidesDetail}</p>
    </section>
  );
}

/** The overlays of the preview in this browser. */
function View() {
  const { t } = useTexts();
  return (
    <section className="settings-group" aria-labelledby="settings-view">
      <h2 id="settings-view">{t.panel.view}</h2>
      <p className="quiet">{t.panel.viewHint}</p>
      <ViewOptions />
    </section>
  );
}

function Pipeline() {
  const { t } = useTexts();
  return (
    <section className="settings-group" aria-labelledby="settings-pipeline">
      <h2 id="settings-pipeline">{t.settings.pipeline}</h2>
      <p>{t.settings.pipelineDetail}</p>
      <div>
        <PlaceLink className="button" path={pathOf("settings", "pipeline")}>
          <Icon name="edit" />
          <span>{t.settings.editPipeline}</span>
        </PlaceLink>
      </div>
    </section>
  );
}

function Recorder() {
  const { t } = useTexts();
  const name = useModel((model) => model.state?.name);
  const isOpen = useModel((model) => model.link === "open");
  const safety = location.protocol === "https:" ? t.settings.encrypted : t.settings.plain;
  return (
    <section className="settings-group" aria-labelledby="settings-recorder">
      <h2 id="settings-recorder">{t.settings.recorder}</h2>
      <dl className="facts">
        <div><dt>{t.settings.name}</dt><dd>{name ?? "–"}</dd></div>
        <div><dt>{t.settings.connection}</dt><dd>{isOpen ? `${t.settings.connected} · ${safety}` : t.settings.disconnected}</dd></div>
      </dl>
    </section>
  );
}
