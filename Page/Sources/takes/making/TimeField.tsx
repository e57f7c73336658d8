import { type RefObject, useId } from "react";
import { Button } from "../../components/Button";
import { fill, useTexts } from "../../i18n";
import { clock } from "../clock";
import { type Fault, type Faults, type Part, placeText } from "./times";

interface TimeFieldProps {
  label: string;
  value: string;
  placeholder: string;
  /** The error in the text, in words. */
  fault?: string;
  /** The player's position, in seconds. */
  place: RefObject<number>;
  onChange: (value: string) => void;
}

/** A field for a position in a take, typed or copied from the player. */
export function TimeField({ label, value, placeholder, fault, place, onChange }: TimeFieldProps) {
  const { here } = useTexts().t.takes.make;
  const [field, told] = [useId(), useId()];
  return (
    <div className="field time-field">
      <label htmlFor={field}>{label}</label>
      <div>
        <input
          id={field} className="input" value={value} placeholder={placeholder} autoComplete="off" spellCheck={false}
          aria-invalid={fault !== undefined} aria-describedby={told} onChange={(event) => onChange(event.target.value)}
        />
        <Button label={here} aria-label={`${label}: ${here}`} onClick={() => onChange(placeText(place.current ?? 0))} />
      </div>
      <p id={told} className="is-bad" role="status">{fault}</p>
    </div>
  );
}

interface PartFieldsProps {
  part: Part;
  faults: Faults;
  /** The length of the take in seconds. */
  length: number;
  place: RefObject<number>;
  onChange: (part: Part) => void;
}

/** The fields for the beginning and the end of a part of a take. */
export function PartFields({ part, faults, length, place, onChange }: PartFieldsProps) {
  const text = useTexts().t.takes.make;
  const words = (fault: Fault | undefined) => fault && fill(text.faults[fault], { length: clock(length) });
  return (
    <div className="part-fields">
      <TimeField
        label={text.from} value={part.from} placeholder={text.start} fault={words(faults.from)} place={place}
        onChange={(from) => onChange({ ...part, from })}
      />
      <TimeField
        label={text.to} value={part.to} placeholder={text.end} fault={words(faults.to)} place={place}
        onChange={(to) => onChange({ ...part, to })}
      />
    </div>
  );
}
