import { useEffect, useId, useState } from "react";
import { Select } from "../components/Controls";
import { fill, useTexts } from "../i18n";
import { type Field, fits, label } from "./schema";
import { usePipeline } from "./usePipeline";

type Props = {
  field: Field;
  /** `undefined`: the setting is not in the file; `null`: only the text can show it. */
  value: string | string[] | null | undefined;
  problem?: string;
  onChange: (value: string | string[] | null) => void;
};

/** The control for one setting: a choice if there are a few words, otherwise a field. An empty field leaves the setting out. */
export function FieldControl({ field, value, problem, onChange }: Props) {
  const { t } = useTexts();
  const help = useId();
  const standard = field.standard === "" ? "" : fill(t.settings.standard, { value: field.standard });
  const isChoice = field.kind === "switch" || field.kind === "words";
  return (
    <div className="pipeline-field" data-given={value !== undefined || undefined}>
      {value === null ? (
        <p>{fill(t.settings.inText, { name: label(field) })}</p>
      ) : isChoice ? (
        <Choice field={field} value={value} standard={standard} onChange={onChange} />
      ) : (
        <TextField field={field} value={value} isWrong={problem !== undefined} help={help} onChange={onChange} />
      )}
      {problem && <p className="is-bad" lang="en">{problem}</p>}
      <p className="quiet" id={help}>
        <span lang="en">{field.help}</span>
        {!isChoice && standard !== "" && ` · ${standard}`}
      </p>
    </div>
  );
}

const flags: Record<string, string> = { true: "on", yes: "on", false: "off", no: "off" };

function Choice({ field, value, standard, onChange }: Omit<Props, "value"> & { value: string | string[] | undefined; standard: string }) {
  const { t } = useTexts();
  const words = field.kind === "switch" ? ["on", "off"] : field.words;
  const written = value === undefined ? "" : String(value);
  const current = field.kind === "switch" ? flags[written] ?? written : written;
  const left = { value: "", label: standard || t.settings.notSet };
  const strange = current !== "" && !words.includes(current) ? [{ value: current, label: current }] : [];
  return (
    <Select
      label={label(field)} value={current} choices={[left, ...words.map((word) => ({ value: word, label: word })), ...strange]}
      onChange={(word) => onChange(word === "" ? null : word)}
    />
  );
}

type TextProps = Omit<Props, "value" | "problem"> & { value: string | string[] | undefined; isWrong: boolean; help: string };

function TextField({ field, value, isWrong, help, onChange }: TextProps) {
  const written = [value ?? []].flat().join(", ");
  const [text, setText] = useState(written);
  const offers = useOffers(field);
  const list = useId();
  useEffect(() => setText(written), [written]);
  const parts = text.split(",").map((part) => part.trim()).filter((part) => part !== "");
  const isList = field.kind === "list" && !(parts.length === 1 && field.words.includes(parts[0]!));
  const leave = () => {
    if (text.trim() === written) return;
    onChange(text.trim() === "" ? null : isList ? parts : text.trim());
  };
  const isInvalid = isWrong || (text !== "" && !isList && !fits(field, text.trim()));
  return (
    <label className="field">
      <span>{label(field)}</span>
      <input
        className="input" value={text} placeholder={field.standard} aria-invalid={isInvalid || undefined} aria-describedby={help}
        list={offers.length > 0 ? list : undefined} autoComplete="off" autoCapitalize="off" spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)} onBlur={leave} onKeyDown={(event) => event.key === "Enter" && leave()}
      />
      {offers.length > 0 && <datalist id={list}>{offers.map((word) => <option key={word} value={word} />)}</datalist>}
    </label>
  );
}

/** Returns the words that the schema allows and the devices that this machine has. */
function useOffers(field: Field): string[] {
  const { found } = usePipeline();
  if (label(field) !== "device") return field.words;
  const devices = field.path[0] === "cameras" ? found?.cameras : found?.microphones;
  return [...(devices ?? []).map((device) => device.name), ...field.words];
}
