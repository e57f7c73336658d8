import { Segments, Slider, Switch } from "../components/Controls";
import { useTexts } from "../i18n";
import { useModel, useSetting, useStore } from "../store/hooks";
import { microphoneOf } from "./actions";
import { MeterBars } from "./MeterBars";
import { changeStyle, transitions, useStyle } from "./transition";

export function TransitionPopover() {
  const texts = useTexts();
  const { t } = texts;
  const style = useStyle();
  return (
    <div className="popover-stack">
      <Segments label={t.record.transition} value={style.transition} choices={transitions.map((value) => ({ value, label: t.transitions[value] }))} onChange={(transition) => changeStyle({ transition })} />
      <Slider
        label={t.record.transitionLength} value={style.over} least={0} most={3} step={0.1}
        format={(value) => (value === 0 ? t.record.atOnce : `${texts.number(value, 1)} s`)} onChange={(over) => changeStyle({ over })}
      />
    </div>
  );
}

/** Returns the gain settings of all microphones: `gain`, or `gain.room` if they have names. */
export function useMicrophones(): string[] {
  const names = useModel((model) =>
    JSON.stringify(Object.keys(model.state?.settings ?? {}).filter((name) => name === "gain" || name.startsWith("gain.")).map((name) => name.slice(4))));
  return JSON.parse(names) as string[];
}

export function MicrophonePopover() {
  const { t } = useTexts();
  const suffixes = useMicrophones();
  return (
    <div className="popover-stack">
      <MeterBars wide />
      {suffixes.length === 0 && <p>{t.panel.noSound}</p>}
      {suffixes.map((suffix) => <MicrophoneControls key={suffix} suffix={suffix} />)}
    </div>
  );
}

export function MicrophoneControls({ suffix }: { suffix: string }) {
  const texts = useTexts();
  const { t } = texts;
  const store = useStore();
  const gain = useSetting(`gain${suffix}`);
  const mute = useSetting(`mute${suffix}`);
  const which = microphoneOf(`gain${suffix}`);
  if (!gain || !mute) return null;
  return (
    <div className="popover-stack" role="group" aria-label={suffix.slice(1) || t.record.microphone}>
      {suffix && <h3>{suffix.slice(1)}</h3>}
      <Slider
        label={t.panel.gain} value={Number.parseFloat(String(gain.value))} least={gain.least ?? -12} most={gain.most ?? 12} step={gain.step ?? 0.5}
        obstacle={gain.obstacle} format={(value) => `${texts.number(value, 1)} dB`}
        onChange={(value) => void store.perform("gain", { gain: `${value}dB`, ...which }, { [`gain${suffix}`]: `${value}dB` })}
      />
      <Switch label={t.panel.mute} on={mute.value === true} obstacle={mute.obstacle} onChange={(on) => void store.perform("mute", { on, ...which }, { [`mute${suffix}`]: on })} />
    </div>
  );
}
