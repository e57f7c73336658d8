import { fill, useTexts } from "../../i18n";
import { useModel, useSetting, useStore } from "../../store/hooks";
import { NumberControl } from "./SettingControl";

/** The bitrate of every output, and what an hour of it takes. */
export function OutputsPanel() {
  const { t } = useTexts();
  const names = useModel((model) => Object.keys(model.state?.settings ?? {}).filter((name) => name.startsWith("bitrate.")).map((name) => name.slice(8)).join("\n"));
  return (
    <>
      {names.split("\n").filter(Boolean).map((name) => <Output key={name} name={name} />)}
      <p className="panel-hint">{t.panel.hint}</p>
    </>
  );
}

function Output({ name }: { name: string }) {
  const texts = useTexts();
  const { t } = texts;
  const store = useStore();
  const bitrate = useSetting(`bitrate.${name}`);
  const frames = useModel((model) => model.state?.status?.rates[name]);
  if (bitrate === undefined) return null;
  const now = Number(bitrate.value ?? 0);
  const label = fill(t.panel.bitrate, { output: name === "combined" ? t.record.combined : name });
  // People think in Mbps; the range of the command is far wider than any use.
  const setting = { ...bitrate, value: now / 1e6, least: 0.2, most: Math.max(20, Math.ceil(now / 1e6)), step: 0.1, unit: "Mbps" };
  return (
    <section className="panel-group">
      <NumberControl label={label} setting={setting} onChange={(value) => store.perform("bitrate", { output: name, bitrate: String(value) }, { [`bitrate.${name}`]: Number.parseFloat(String(value)) * 1e6 })} />
      <p className="panel-hint">
        {fill(t.panel.perHour, { size: texts.bytes((now / 8) * 3600) })}
        {frames !== undefined && ` · ${texts.number(frames, Number.isInteger(frames) ? 0 : 1)} fps`}
      </p>
    </section>
  );
}
