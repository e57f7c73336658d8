import { change, usePreferences } from "../../app/preferences";
import { Segments, Switch } from "../../components/Controls";
import { useTexts } from "../../i18n";
import { changeView, useView } from "../view";

/** The overlays of the preview only, and whether controls hide. */
export function ViewPanel() {
  const { t } = useTexts();
  const { hides } = usePreferences();
  return (
    <>
      <ViewOptions />
      <p className="panel-hint">{t.panel.viewHint}</p>
      <section className="panel-group">
        <Switch label={t.panel.hides} on={hides} onChange={(hides) => change({ hides })} />
      </section>
    </>
  );
}

export function ViewOptions() {
  const { t } = useTexts();
  const view = useView();
  return (
    <>
      <section className="panel-group">
        <h3>{t.panel.grid}</h3>
        <Segments
          label={t.panel.grid} value={view.grid} onChange={(grid) => changeView({ grid })}
          choices={[{ value: "none", label: t.panel.none }, { value: "thirds", label: t.panel.thirds }, { value: "golden", label: t.panel.golden }]}
        />
        <h3>{t.panel.safeArea}</h3>
        <Segments
          label={t.panel.safeArea} value={view.safe} onChange={(safe) => changeView({ safe })}
          choices={[{ value: "none", label: t.panel.none }, { value: "16:9", label: "16:9" }, { value: "9:16", label: "9:16" }, { value: "1:1", label: "1:1" }]}
        />
      </section>
      <section className="panel-group">
        <Switch label={t.panel.cross} on={view.cross} onChange={(cross) => changeView({ cross })} />
        <Switch label={t.aim.level} on={view.level} onChange={(level) => changeView({ level })} />
        <Switch label={t.panel.peaking} on={view.peaking} onChange={(peaking) => changeView({ peaking })} />
        <Switch label={t.panel.zebra} on={view.zebra} onChange={(zebra) => changeView({ zebra })} />
        <Switch label={t.panel.histogram} on={view.histogram} onChange={(histogram) => changeView({ histogram })} />
        <Switch label={t.panel.waveform} on={view.waveform} onChange={(waveform) => changeView({ waveform })} />
        <Switch label={t.panel.meters} on={view.meters} onChange={(meters) => changeView({ meters })} />
      </section>
    </>
  );
}
