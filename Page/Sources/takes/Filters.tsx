import { useTexts } from "../i18n";
import type { Filter } from "./model";

/** The filter for the list of takes. */
export function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const text = useTexts().t.takes.filter;
  return (
    <form className="filters" role="search" aria-label={text.label} onSubmit={(event) => event.preventDefault()}>
      <input
        type="search"
        className="input"
        value={filter.text}
        placeholder={text.search}
        aria-label={text.text}
        onChange={(event) => onChange({ ...filter, text: event.target.value })}
      />
      <Choice
        label={text.when}
        value={filter.when}
        choices={[["any", text.anyTime], ["today", text.today], ["week", text.week], ["month", text.month]]}
        onChange={(when) => onChange({ ...filter, when })}
      />
      <Choice
        label={text.length}
        value={filter.length}
        choices={[["any", text.anyLength], ["short", text.short], ["middle", text.middle], ["long", text.long]]}
        onChange={(length) => onChange({ ...filter, length })}
      />
      <KindChoice filter={filter} onChange={onChange} />
    </form>
  );
}

function KindChoice({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const text = useTexts().t.takes;
  return (
    <Choice
      label={text.filter.kind}
      value={filter.kind}
      choices={[
        ["any", text.filter.anyKind],
        ["finished", text.state.finished],
        ["unfinished", text.state.unfinished],
        ["lossy", text.filter.lossy],
        ["marked", text.filter.marked],
      ]}
      onChange={(kind) => onChange({ ...filter, kind })}
    />
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  choices: [Value, string][];
  onChange: (value: Value) => void;
}

export function Choice<Value extends string>({ label, value, choices, onChange }: ChoiceProps<Value>) {
  return (
    <select className="select" aria-label={label} value={value} onChange={(event) => onChange(event.target.value as Value)}>
      {choices.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  );
}
