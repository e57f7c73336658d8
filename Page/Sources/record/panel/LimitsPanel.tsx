import { Segments } from "../../components/Controls";
import { useTexts } from "../../i18n";
import { changeLimit, useLimits } from "../limits";

const durations = ["", "5min", "15min", "45min", "60min", "90min"];
const delays = ["", "3s", "5s", "10s"];

/** The length of the next take, and how it begins. */
export function LimitsPanel() {
  const texts = useTexts();
  const { t } = texts;
  const limits = useLimits();
  const minutes = (value: string) => (value === "" ? t.panel.noLimit : texts.plural(t.panel.minutes, Number.parseInt(value, 10)));
  const seconds = (value: string) => (value === "" ? t.panel.off : texts.plural(t.panel.seconds, Number.parseInt(value, 10)));
  return (
    <>
      <section className="panel-group">
        <h3>{t.panel.duration}</h3>
        <Segments label={t.panel.duration} value={limits.duration ?? ""} choices={durations.map((value) => ({ value, label: minutes(value) }))} onChange={(value) => changeLimit("duration", value)} />
      </section>
      <section className="panel-group">
        <label className="field">
          <span>{t.panel.until}</span>
          <input className="input" type="time" value={limits.until ?? ""} onChange={(event) => changeLimit("until", event.currentTarget.value)} />
        </label>
      </section>
      <section className="panel-group">
        <h3>{t.panel.delay}</h3>
        <Segments label={t.panel.delay} value={limits.delay ?? ""} choices={delays.map((value) => ({ value, label: seconds(value) }))} onChange={(value) => changeLimit("delay", value)} />
      </section>
      <p className="panel-hint">{t.panel.limitsHint}</p>
    </>
  );
}
