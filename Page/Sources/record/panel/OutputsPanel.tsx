import { useEffect, useState } from "react";
import { fill, useTexts } from "../../i18n";
import { outputsOf } from "../../plan/choices";
import { OutputEditor } from "../../plan/OutputEditor";
import { Proposal } from "../../plan/Proposal";
import { usePipeline, usePipelineStore } from "../../settings/usePipeline";
import { useModel, useSetting, useStore } from "../../store/hooks";
import { NumberControl } from "./SettingControl";

/** Every output: its current bitrate, and its size, frame rate and codec from the next take on, with their cost. */
export function OutputsPanel() {
  const { t } = useTexts();
  const pipeline = usePipelineStore();
  useEffect(() => pipeline.open(), [pipeline]);
  const { status } = usePipeline();
  const names = useModel((model) => Object.keys(model.state?.settings ?? {}).filter((name) => name.startsWith("bitrate.")).map((name) => name.slice(8)).join("\n"));
  return (
    <>
      {status === "ready" && <Proposal />}
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
  // People think in Mbps; the range of the command is far wider than necessary.
  const setting = { ...bitrate, value: now / 1e6, least: 0.2, most: Math.max(20, Math.ceil(now / 1e6)), step: 0.1, unit: "Mbps" };
  return (
    <section className="panel-group">
      <NumberControl label={label} setting={setting} onChange={(value) => store.perform("bitrate", { output: name, bitrate: String(value) }, { [`bitrate.${name}`]: Number.parseFloat(String(value)) * 1e6 })} />
      <p className="panel-hint">
        {fill(t.panel.perHour, { size: texts.bytes((now / 8) * 3600) })}
        {frames !== undefined && ` · ${texts.number(frames, Number.isInteger(frames) ? 0 : 1)} fps`}
      </p>
      <Planned name={name} />
    </section>
  );
}

/** The settings that only the pipeline file can change. Choices are planned when they are opened. */
function Planned({ name }: { name: string }) {
  const { t } = useTexts();
  const pipeline = usePipeline();
  const [isOpen, setOpen] = useState(false);
  const output = outputsOf(pipeline).find((one) => one.name === name);
  if (output === undefined) return null;
  return (
    <details className="output-details" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t.setup.change}</summary>
      {isOpen && <OutputEditor output={output} parts={["size", "rate", "codec"]} />}
    </details>
  );
}
