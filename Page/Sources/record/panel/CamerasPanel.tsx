import { Segments } from "../../components/Controls";
import { fill, useTexts } from "../../i18n";
import { useModel, useSetting, useStore } from "../../store/hooks";
import { cameras } from "../../store/model";
import { hasAutomatic } from "../focus";
import { NumberControl, SettingControl } from "./SettingControl";

/** The zoom of each camera, and the controls of its device with their ranges. */
export function CamerasPanel() {
  const { t } = useTexts();
  const names = useModel((model) => cameras(model).join("\n")).split("\n").filter(Boolean);
  const hasControls = useModel((model) => Object.keys(model.state?.settings ?? {}).some((name) => name.startsWith("controls.")));
  return (
    <>
      {names.map((name) => <CameraGroup key={name} camera={name} />)}
      {!hasControls && <p className="panel-hint">{t.panel.noControls}</p>}
    </>
  );
}

function CameraGroup({ camera }: { camera: string }) {
  const { t } = useTexts();
  const store = useStore();
  const zoom = useSetting(`zoom.${camera}`);
  const delay = useSetting(`delay.${camera}`);
  const prefix = `controls.${camera}.`;
  const controls = useModel((model) => Object.keys(model.state?.settings ?? {}).filter((name) => name.startsWith(prefix)).join("\n"));
  const names = controls.split("\n").filter(Boolean).map((name) => name.slice(prefix.length));
  const plain = names.filter((name) => plainWords.includes(name));
  const others = names.filter((name) => !plainWords.includes(name));
  return (
    <section className="panel-group">
      <h3>{camera}</h3>
      {zoom && (
        <SettingControl label={t.record.zoom} setting={zoom} onChange={(factor) => store.perform("zoom", { camera, factor: Number(factor) }, { [`zoom.${camera}`]: factor })} />
      )}
      <Presets camera={camera} />
      {delay && (
        <SettingControl label={t.panel.inputDelay} setting={delay} onChange={(delay) => store.perform("delay", { input: camera, delay: String(delay) }, { [`delay.${camera}`]: String(delay) })} />
      )}
      {plain.map((name) => <Control key={name} camera={camera} name={name} />)}
      {others.length > 0 && (
        <details className="panel-more">
          <summary className="button is-plain">{fill(t.aim.more, { camera })}</summary>
          {others.map((name) => <Control key={name} camera={camera} name={name} />)}
        </details>
      )}
    </section>
  );
}

function Presets({ camera }: { camera: string }) {
  const { t } = useTexts();
  const store = useStore();
  const preset = useSetting(`zoom.${camera}.preset`);
  const words = (preset?.choices ?? []).map(String);
  if (words.length === 0) return null;
  return (
    <Segments
      label={fill(t.record.zoomOf, { camera })} value={String(preset?.value)} choices={words.map((value) => ({ value, label: value }))}
      onChange={(preset) => void store.perform("zoom", { camera, preset }, { [`zoom.${camera}.preset`]: preset })}
    />
  );
}

/** Control names that mean the same on every camera; all others are specific to the device. */
const plainWords = ["exposure", "exposure-bias", "focus", "white-balance", "gain", "torch", "stabilisation", "power-line", "frame-rate"];

/** A control that is automatic or held at a value: moving the slider locks it there. */
function AutomaticControl({ camera, name, label }: { camera: string; name: string; label: string }) {
  const { t } = useTexts();
  const store = useStore();
  const setting = useSetting(`controls.${camera}.${name}`);
  if (setting === undefined) return null;
  const send = (value: string | number) => store.perform("control", { camera, control: name, value }, { [`controls.${camera}.${name}`]: value });
  return (
    <div className="panel-group" role="group" aria-label={label}>
      <h4>{label}</h4>
      <Segments
        label={label} value={setting.value === "auto" ? "auto" : "lock"} choices={[{ value: "auto", label: t.aim.automatic }, { value: "lock", label: t.aim.lock }]}
        onChange={(word) => void send(word)}
      />
      {setting.value !== "auto" && setting.least !== undefined && <NumberControl label={label} setting={setting} onChange={send} />}
    </div>
  );
}

function Control({ camera, name }: { camera: string; name: string }) {
  const { t } = useTexts();
  const store = useStore();
  const setting = useSetting(`controls.${camera}.${name}`);
  const isAutomatic = useModel((model) => plainWords.includes(name) && hasAutomatic(model.state?.settings ?? {}, camera, name));
  if (setting === undefined) return null;
  const words: Record<string, string> = t.cameraControls;
  const plain = name.replaceAll("_", "-");
  const label = words[plain] ?? plain.replaceAll("-", " ");
  if (isAutomatic) return <AutomaticControl camera={camera} name={name} label={label} />;
  return (
    <SettingControl
      label={label} setting={setting} words={{ auto: t.panel.automatic, off: t.panel.off }}
      onChange={(value) => store.perform("control", { camera, control: name, value }, { [`controls.${camera}.${name}`]: value })}
    />
  );
}
