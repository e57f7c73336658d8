import type { RefObject } from "react";
import { Button } from "../../components/Button";
import { fill, useTexts } from "../../i18n";
import { clock } from "../clock";
import { TimeField } from "./TimeField";
import { type Part, readPart } from "./times";

interface Props {
  cuts: readonly Part[];
  /** The length of the take in seconds. */
  length: number;
  place: RefObject<number>;
  onChange: (cuts: readonly Part[]) => void;
}

/** The fields for stretches in the middle of a take that are left out. */
export function LeftOut({ cuts, length, place, onChange }: Props) {
  const text = useTexts().t.takes.make;
  const change = (index: number, cut: Part) => onChange(cuts.map((one, at) => (at === index ? cut : one)));
  return (
    <fieldset className="left-out">
      <legend>{text.leftOut}</legend>
      {cuts.map((cut, index) => {
        const { faults } = readPart(cut, length);
        const name = fill(text.leftOutPart, { n: String(index + 1) });
        const words = (fault: keyof typeof text.faults | undefined) => fault && fill(text.faults[fault], { length: clock(length) });
        return (
          <div className="part-fields" key={index} role="group" aria-label={name}>
            <TimeField
              label={text.from} value={cut.from} placeholder={text.start} fault={words(faults.from)} place={place}
              onChange={(from) => change(index, { ...cut, from })}
            />
            <TimeField
              label={text.to} value={cut.to} placeholder={text.end} fault={words(faults.to)} place={place}
              onChange={(to) => change(index, { ...cut, to })}
            />
            <Button
              label={fill(text.keepPart, { n: String(index + 1) })} icon="close" iconOnly
              onClick={() => onChange(cuts.filter((_, at) => at !== index))}
            />
          </div>
        );
      })}
      <Button label={text.leaveOut} icon="cut" onClick={() => onChange([...cuts, { from: "", to: "" }])} />
    </fieldset>
  );
}
