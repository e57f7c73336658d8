import { useEffect, useMemo } from "react";
import type { PlannedOutput } from "../api/generated";
import { Select } from "../components/Controls";
import { useTexts } from "../i18n";
import { change, valueAt } from "../settings/edit";
import { usePipeline, usePipelineStore } from "../settings/usePipeline";
import { parse } from "../settings/yaml";
import { type Choice, choices, keyOf, type Part, priced, type Variant, valueOf, variantOf } from "./choices";
import { usePlans } from "./usePlans";

/** The size, frame rate, codec and bitrate of an output, each choice with its cost. A change edits the text and is not saved. */
export function OutputEditor({ output, parts }: { output: PlannedOutput; parts: readonly Part[] }) {
  const texts = useTexts();
  const { setup } = texts.t;
  const store = usePipelineStore();
  const { text, encoders } = usePipeline();
  useEffect(() => void store.lookForEncoders(), [store]);
  const available = useMemo(() => (encoders ?? []).filter((one) => one.available).map((one) => one.codec), [encoders]);
  const written = useMemo(() => writtenAt(text, keyOf(output.name, "bitrate")), [text, output.name]);
  const offers = parts.map((part) => ({ part, choices: choices(output, part, available, written, texts) }));
  const asked = offers.flatMap(({ part, choices }) => choices.map(({ value }) => variantOf(output, part, value, written)))
    .filter((variant): variant is Variant => variant !== null);
  const plans = usePlans(asked);
  const planOf = (part: Part, { value }: Choice) => {
    const variant = JSON.stringify(variantOf(output, part, value, written));
    return plans?.[asked.findIndex((one) => JSON.stringify(one) === variant)];
  };
  const choose = (part: Part, value: string) =>
    store.change(change(store.get().text, keyOf(output.name, part), part === "bitrate" && value === "auto" ? null : value));
  return (
    <div className="output-editor">
      {offers.map(({ part, choices }) => (
        <Select
          key={part} label={setup[part]} value={valueOf(output, part, written)}
          choices={choices.map((choice) => priced(choice, planOf(part, choice), texts))} onChange={(value) => choose(part, value)}
        />
      ))}
      {plans === null && <p className="quiet">{setup.estimating}</p>}
    </div>
  );
}

function writtenAt(text: string, path: string[]): string | undefined {
  try {
    const value = valueAt(parse(text), path);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}
