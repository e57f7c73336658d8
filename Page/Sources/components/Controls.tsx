import { useId } from "react";

/** A slider with its value. Arrow keys move it by one step, Page up and Page down by ten. */
export function Slider(props: {
  label: string; value: number; least: number; most: number; step: number; format: (value: number) => string;
  obstacle?: string; onChange: (value: number) => void;
}) {
  const id = useId();
  return (
    <div className="slider">
      <label htmlFor={id}>{props.label}</label>
      <output htmlFor={id}>{props.format(props.value)}</output>
      <input
        id={id} type="range" min={props.least} max={props.most} step={props.step} value={props.value}
        aria-valuetext={props.format(props.value)} disabled={props.obstacle !== undefined} title={props.obstacle}
        onChange={(event) => props.onChange(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}

export function Switch(props: { label: string; on: boolean; obstacle?: string; onChange: (on: boolean) => void }) {
  return (
    <label className="switch" title={props.obstacle}>
      <span>{props.label}</span>
      <input
        type="checkbox" role="switch" checked={props.on} disabled={props.obstacle !== undefined}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
    </label>
  );
}

/** A choice of one of a few words. It is a radio group, so that arrow keys move through it. */
export function Segments<Word extends string>(props: {
  label: string; value: Word; choices: readonly { value: Word; label: string }[]; obstacle?: string; onChange: (value: Word) => void;
}) {
  const move = (by: number) => {
    const at = props.choices.findIndex((choice) => choice.value === props.value);
    const next = props.choices[(at + by + props.choices.length) % props.choices.length];
    if (next && !props.obstacle) props.onChange(next.value);
  };
  return (
    <div
      className="segments" role="radiogroup" aria-label={props.label} aria-disabled={props.obstacle ? true : undefined} title={props.obstacle}
      onKeyDown={(event) => {
        const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        move(by);
        const group = event.currentTarget;
        requestAnimationFrame(() => group.querySelector<HTMLElement>('[aria-checked="true"]')?.focus());
      }}
    >
      {props.choices.map((choice, index) => {
        const isChosen = choice.value === props.value;
        const isStop = isChosen || (index === 0 && !props.choices.some((one) => one.value === props.value));
        return (
          <button
            key={choice.value} type="button" role="radio" className="button" aria-checked={isChosen}
            tabIndex={isStop ? 0 : -1} aria-disabled={props.obstacle ? true : undefined}
            onClick={props.obstacle ? undefined : () => props.onChange(choice.value)}
          >
            {choice.label}
          </button>
        );
      })}
    </div>
  );
}

export function Select<Word extends string>(props: {
  label: string; value: Word; choices: readonly { value: Word; label: string; obstacle?: string }[]; obstacle?: string; onChange: (value: Word) => void;
}) {
  return (
    <label className="field">
      <span>{props.label}</span>
      <select
        className="select" value={props.value} disabled={props.obstacle !== undefined} title={props.obstacle}
        onChange={(event) => props.onChange(event.currentTarget.value as Word)}
      >
        {props.choices.map((choice) => <option key={choice.value} value={choice.value} disabled={choice.obstacle !== undefined}>{choice.label}</option>)}
      </select>
    </label>
  );
}
