import { Segments } from "../../components/Controls";
import { fill, useTexts } from "../../i18n";
import { useModel, useSetting, useStore } from "../../store/hooks";
import { cameras } from "../../store/model";
import { SettingControl } from "./SettingControl";

/** Zoom of each camera, and the controls of its device with their ranges. */
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
  const prefix = `controls.${camera}.`;
  const controls = useModel((model) => Object.keys(model.state?.settings ?? {}).filter((name) => name.startsWith(prefix)).join("\n"));
  return (
    <section className="panel-group">
      <h3>{camera}</h3>
      {zoom && (
        <SettingControl label={t.record.zoom} setting={zoom} onChange={(factor) => store.perform("zoom", { camera, factor: Number(factor) }, { [`zoom.${camera}`]: factor })} />
      )}
      <Presets camera={camera} />
      {controls.split("\n").filter(Boolean).map((name) => <Control key={name} camera={camera} name={name.slice(prefix.length)} />)}
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

function Control({ camera, name }: { camera: string; name: string }) {
  const { t } = useTexts();
  const store = useStore();
  const setting = useSetting(`controls.${camera}.${name}`);
  if (setting === undefined) return null;
  const words: Record<string, string> = t.cameraControls;
  const plain = name.replaceAll("_", "-");
  const label = words[plain] ?? plain.replaceAll("-", " ");
  return (
    <SettingControl
      label={label} setting={setting} words={{ auto: t.panel.automatic, off: t.panel.off }}
      onChange={(value) => store.perform("control", { camera, control: name, value }, { [`controls.${camera}.${name}`]: value })}
    />
  );
}
