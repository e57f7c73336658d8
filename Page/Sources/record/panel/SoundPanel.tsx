import { useEffect, useId, useState } from "react";
import type { Devices } from "../../api/generated";
import { Button } from "../../components/Button";
import { Segments, Switch } from "../../components/Controls";
import { useTexts } from "../../i18n";
import type { Microphone } from "../../settings/store";
import { useModel, useSetting, useStore } from "../../store/hooks";
import { microphoneOf } from "../actions";
import { MeterBars } from "../MeterBars";
import { MicrophoneControls, useMicrophones } from "../Popovers";
import { SettingControl } from "./SettingControl";

/** Every microphone: its level, its device, its delay, and its noise reduction. */
export function SoundPanel() {
  const { t } = useTexts();
  const suffixes = useMicrophones();
  if (suffixes.length === 0) return <p className="panel-hint">{t.panel.noSound}</p>;
  return (
    <>
      <MeterBars wide />
      {suffixes.map((suffix) => (
        <section key={suffix} className="panel-group">
          <MicrophoneControls suffix={suffix} />
          <Cleaning suffix={suffix} />
          <Delay suffix={suffix} />
          <Device suffix={suffix} />
        </section>
      ))}
    </>
  );
}

function Cleaning({ suffix }: { suffix: string }) {
  const { t } = useTexts();
  const store = useStore();
  const wind = useSetting(`wind-filter${suffix}`);
  const sound = useSetting(`sound${suffix}`);
  const which = microphoneOf(`gain${suffix}`);
  const words: Record<string, string> = { natural: t.panel.natural, studio: t.panel.studio, "in-frame": t.panel.inFrame };
  return (
    <>
      {wind && <Switch label={t.panel.windFilter} on={wind.value === true} obstacle={wind.obstacle} onChange={(on) => void store.perform("wind-filter", { on, ...which }, { [`wind-filter${suffix}`]: on })} />}
      {sound && (
        <>
          <h3>{t.panel.soundMode}</h3>
          <Segments
            label={t.panel.soundMode} value={String(sound.value)} obstacle={sound.obstacle} choices={(sound.choices ?? []).map(String).map((value) => ({ value, label: words[value] ?? value }))}
            onChange={(mode) => void store.perform("sound", { mode, ...which }, { [`sound${suffix}`]: mode })}
          />
        </>
      )}
    </>
  );
}

function Delay({ suffix }: { suffix: string }) {
  const { t } = useTexts();
  const store = useStore();
  const input = `microphone${suffix}`;
  const delay = useSetting(`delay.${input}`);
  if (!delay) return null;
  return <SettingControl label={t.panel.inputDelay} setting={delay} onChange={(delay) => store.perform("delay", { input, delay: String(delay) }, { [`delay.${input}`]: String(delay) })} />;
}

function Device({ suffix }: { suffix: string }) {
  const { t } = useTexts();
  const store = useStore();
  const device = useSetting(`microphone${suffix}`);
  const value = String(device?.value ?? "");
  const [text, setText] = useState(value);
  const [found, ask] = useFoundMicrophones();
  const list = useId();
  useEffect(() => setText(value), [value]);
  if (device === undefined) return null;
  return (
    <form
      className="panel-row"
      onSubmit={(event) => {
        event.preventDefault();
        void store.perform("microphone", { device: text, ...microphoneOf(`gain${suffix}`) }, { [`microphone${suffix}`]: text });
      }}
    >
      <label className="field">
        <span>{t.panel.device}</span>
        <input
          className="input" value={text} list={list} spellCheck={false} autoComplete="off"
          onFocus={ask} onChange={(event) => setText(event.currentTarget.value)}
        />
        <datalist id={list}>{found.map((one) => <option key={one.name} value={one.name} label={one.title} />)}</datalist>
      </label>
      <Button label={t.panel.apply} type="submit" obstacle={device.obstacle ?? (text === value ? t.settings.unchanged : undefined)} />
    </form>
  );
}

/** Returns the machine's microphones once the user asks for them. While something is recorded, no device is queried. */
function useFoundMicrophones(): [Microphone[], () => void] {
  const { client } = useStore();
  const [found, setFound] = useState<Microphone[] | null>(null);
  const isFree = useModel((model) => model.state?.phase === "standby");
  const ask = () => {
    if (!isFree || found !== null) return;
    setFound([]);
    client.get<Devices>("/api/v1/devices").then(({ microphones }) => setFound(microphones as Microphone[]), () => setFound(null));
  };
  return [found ?? [], ask];
}
