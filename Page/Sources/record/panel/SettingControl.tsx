import { useEffect, useMemo, useState } from "react";
import type { Setting } from "../../api/generated";
import { Select, Slider, Switch } from "../../components/Controls";
import { useTexts } from "../../i18n";
import { Paced } from "../paced";

/** The control for a setting, by its values: words, on or off, or a number within its range. */
export function SettingControl(props: {
  label: string; setting: Setting; words?: Record<string, string>;
  /** Sends a value as the command expects it: with its unit, or as a number if it has none. */
  onChange: (value: string | number | boolean) => Promise<unknown>;
}) {
  const { label, setting, words } = props;
  const { choices, value, obstacle } = setting;
  if (choices && choices.every((choice) => typeof choice === "boolean")) {
    return <Switch label={label} on={value === true} obstacle={obstacle} onChange={(on) => void props.onChange(on)} />;
  }
  if (choices) {
    const known = choices.includes(value as string) ? choices : [...choices, ...(value == null ? [] : [String(value)])];
    return (
      <Select
        label={label} value={String(value)} obstacle={obstacle} choices={known.map((choice) => ({ value: String(choice), label: words?.[String(choice)] ?? String(choice) }))}
        onChange={(word) => void props.onChange(word)}
      />
    );
  }
  if (setting.least === undefined || setting.most === undefined) return null;
  return <NumberControl label={label} setting={setting} onChange={props.onChange} />;
}

/** A slider that follows the finger at once, and sends at most three values a second. */
export function NumberControl(props: { label: string; setting: Setting; most?: number; onChange: (value: string | number) => Promise<unknown> }) {
  const texts = useTexts();
  const { setting, onChange } = props;
  const unit = setting.unit ?? "";
  const step = setting.step ?? 1;
  const own = Number.parseFloat(String(setting.value));
  const [held, setHeld] = useState<number | null>(null);
  const sender = useMemo(() => new Paced((value: string | number) => onChange(value)), [setting.command, props.label]);
  useEffect(() => {
    if (held === null) return;
    const timer = setTimeout(() => setHeld(null), 1500);
    return () => clearTimeout(timer);
  }, [held]);
  const digits = step < 1 ? Math.ceil(-Math.log10(step) - 0.001) : 0;
  return (
    <Slider
      label={props.label} value={held ?? (Number.isFinite(own) ? own : setting.least ?? 0)} least={setting.least ?? 0} most={Math.min(setting.most ?? 100, props.most ?? Infinity)} step={step}
      obstacle={setting.obstacle} format={(value) => `${texts.number(value, Math.min(2, digits))}${unit === "%" ? " %" : unit ? ` ${unit}` : ""}`}
      onChange={(value) => {
        setHeld(value);
        sender.push(unit === "" ? value : `${value}${unit}`);
      }}
    />
  );
}
