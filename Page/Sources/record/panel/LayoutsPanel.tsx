import type { Commands } from "../../api/generated";
import { Segments } from "../../components/Controls";
import { useTexts } from "../../i18n";
import { useModel, useSetting, useStore } from "../../store/hooks";
import { useActions } from "../actions";
import { Layouts } from "../Layouts";
import { overOf, style } from "../transition";
import { NumberControl, SettingControl } from "./SettingControl";

/** The combined picture: the position of each camera, and the style of the inset. */
export function LayoutsPanel() {
  const texts = useTexts();
  const { t } = texts;
  const actions = useActions();
  const hasPicture = useModel((model) => model.state?.picture != null);
  const main = useSetting("main");
  if (!hasPicture) return <p className="panel-hint">{t.panel.noPicture}</p>;
  const names = (main?.choices ?? []).map(String);
  return (
    <>
      <Layouts />
      {main && !main.obstacle && (
        <section className="panel-group">
          <h3>{t.panel.mainCamera}</h3>
          <Segments label={t.panel.mainCamera} value={String(main.value)} choices={names.map((name) => ({ value: name, label: name }))} onChange={(camera) => actions.main(camera)} />
        </section>
      )}
      <InsetGroup />
      <DividerGroup />
      <SwitchGroup />
    </>
  );
}

const insetParts = ["camera", "size", "margin", "radius", "border", "border-colour", "shadow", "opacity"] as const;

function InsetGroup() {
  const { t } = useTexts();
  const store = useStore();
  const labels: Record<(typeof insetParts)[number], string> = {
    camera: t.panel.insetCamera, size: t.panel.insetSize, margin: t.panel.insetMargin, radius: t.panel.insetRadius, border: t.panel.insetBorder,
    "border-colour": t.panel.insetColour, shadow: t.panel.insetShadow, opacity: t.panel.insetOpacity,
  };
  const isThere = useModel((model) => model.state?.settings["inset.size"] !== undefined);
  if (!isThere) return null;
  return (
    <section className="panel-group">
      <h3>{t.panel.inset}</h3>
      {insetParts.map((part) => (
        <InsetPart key={part} part={part} label={labels[part]} send={(value) => store.perform("inset", { [part]: value, ...(part === "camera" ? overOf(style()) : {}) } as Commands["inset"], { [`inset.${part}`]: value })} />
      ))}
    </section>
  );
}

/** The largest useful values for sliders; larger ones are allowed. */
const useful: Record<string, number> = { margin: 200, radius: 200, border: 40, shadow: 80 };

function InsetPart(props: { part: string; label: string; send: (value: string | number | boolean) => Promise<unknown> }) {
  const { t } = useTexts();
  const setting = useSetting(`inset.${props.part}`);
  if (setting === undefined) return null;
  if (setting.least !== undefined) return <NumberControl label={props.label} setting={setting} most={useful[props.part]} onChange={props.send} />;
  return <SettingControl label={props.label} setting={setting} words={props.part === "border-colour" ? t.colours : undefined} onChange={props.send} />;
}

function DividerGroup() {
  const { t } = useTexts();
  const store = useStore();
  const width = useSetting("divider.width");
  const colour = useSetting("divider.colour");
  const layout = useSetting("layout");
  if (!width || !colour || ["pip", "front-primary", "back-primary"].includes(String(layout?.value))) return null;
  return (
    <section className="panel-group">
      <h3>{t.panel.divider}</h3>
      <NumberControl label={t.panel.dividerWidth} setting={width} onChange={(value) => store.perform("divider", { width: Number(value) }, { "divider.width": value })} />
      <SettingControl label={t.panel.dividerColour} setting={colour} words={t.colours} onChange={(value) => store.perform("divider", { colour: String(value) }, { "divider.colour": value })} />
    </section>
  );
}

const intervals = ["off", "5s", "10s", "30s", "60s"];

function SwitchGroup() {
  const texts = useTexts();
  const { t } = texts;
  const store = useStore();
  const every = useSetting("switch");
  if (!every || every.obstacle) return null;
  const value = String(every.value);
  const choices = intervals.includes(value) ? intervals : [...intervals, value];
  const word = (choice: string) => (choice === "off" ? t.panel.off : texts.plural(t.panel.seconds, Number.parseFloat(choice)));
  return (
    <section className="panel-group">
      <h3>{t.panel.switchEvery}</h3>
      <Segments label={t.panel.switchEvery} value={value} choices={choices.map((choice) => ({ value: choice, label: choice.endsWith("s") || choice === "off" ? word(choice) : choice }))} onChange={(value) => void store.perform("switch", { every: value }, { switch: value })} />
    </section>
  );
}
