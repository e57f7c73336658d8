import { useId, useState } from "react";
import { Segments } from "../../components/Controls";
import { useTexts } from "../../i18n";
import { chapters, type Take } from "../model";
import { drawBody, type Rule } from "./bodies";
import { MakeDialog } from "./MakeDialog";

/** Seconds for which a picture may stay. */
const [least, most] = [1, 3600];

/** The combined picture, drawn once more. */
export function DrawDialog({ take, onClose }: { take: Take; onClose: () => void }) {
  const text = useTexts().t.takes.make;
  const [rule, setRule] = useState<Rule>("directed");
  const [written, setWritten] = useState("5");
  const field = useId();
  const seconds = Number(written);
  const isWrong = rule === "every" && !(Number.isInteger(seconds) && seconds >= least && seconds <= most);
  const rules = [
    { value: "directed", label: text.asDirected }, { value: "every", label: text.everySeconds },
    ...(chapters(take).length > 0 ? [{ value: "marks", label: text.atMarks } as const] : []),
  ] as const;
  return (
    <MakeDialog
      title={text.drawTitle} take={take} kind="compose" body={drawBody(rule, seconds)}
      obstacle={isWrong ? text.wrongSeconds : undefined} onClose={onClose}
    >
      <div className="field">
        <span>{text.mainChanges}</span>
        <Segments label={text.mainChanges} value={rule} choices={rules} onChange={setRule} />
      </div>
      {rule === "every" && (
        <div className="field">
          <label htmlFor={field}>{text.seconds}</label>
          <input
            id={field} className="input" type="number" min={least} max={most} step={1} value={written} aria-invalid={isWrong}
            onChange={(event) => setWritten(event.target.value)}
          />
        </div>
      )}
    </MakeDialog>
  );
}
