import { useId, useState } from "react";
import { Icon } from "../../components/Icon";
import { useTexts } from "../../i18n";
import { chapters, type Take } from "../model";
import { cutsAddress } from "../server";
import { useTakes } from "../useTakes";
import { drawBody, firstSpeakers, maySwitchBySpeaker, type Rule, speakerList } from "./bodies";
import { MakeDialog } from "./MakeDialog";
import { Speakers } from "./Speakers";
import { type TextFile, TextFileField } from "./TextFileField";

/** The minimum and maximum seconds for which a camera is shown. */
const [least, most] = [1, 3600];

/** A dialog that renders the combined picture again. */
export function DrawDialog({ take, onClose }: { take: Take; onClose: () => void }) {
  const text = useTexts().t.takes.make;
  const [rule, setRule] = useState<Rule>("directed");
  const [written, setWritten] = useState("5");
  // The microphones of the take may be known only after the dialog has opened.
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const speakers = { ...firstSpeakers(take), ...chosen };
  const [list, setList] = useState<TextFile | null>(null);
  const { can } = useTakes();
  const field = useId();
  const seconds = Number(written);
  const isWrong = rule === "every" && !(Number.isInteger(seconds) && seconds >= least && seconds <= most);
  const pairs = speakerList(take, speakers);
  const rules: { value: Rule; label: string }[] = [
    { value: "directed", label: text.asDirected }, { value: "every", label: text.everySeconds },
    ...(chapters(take).length > 0 ? [{ value: "marks", label: text.atMarks } as const] : []),
    ...(maySwitchBySpeaker(take) ? [{ value: "speakers", label: text.bySpeaker } as const] : []),
    ...(can.has("cuts") ? [{ value: "list", label: text.byList } as const] : []),
  ];
  const obstacles: Partial<Record<Rule, string | undefined>> = {
    every: isWrong ? text.wrongSeconds : undefined, speakers: pairs === null ? text.fewSpeakers : undefined,
    list: list === null ? text.noList : undefined,
  };
  return (
    <MakeDialog
      title={text.drawTitle} take={take} kind="compose" body={drawBody(rule, { seconds, speakers: pairs, list: list?.text })}
      obstacle={obstacles[rule]} onClose={onClose}
    >
      <fieldset className="rules">
        <legend>{text.mainChanges}</legend>
        {rules.map(({ value, label }) => (
          <label className="rule" key={value}>
            <input type="radio" name="rule" checked={rule === value} onChange={() => setRule(value)} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      {rule === "every" && (
        <div className="field">
          <label htmlFor={field}>{text.seconds}</label>
          <input
            id={field} className="input" type="number" min={least} max={most} step={1} value={written} aria-invalid={isWrong}
            onChange={(event) => setWritten(event.target.value)}
          />
        </div>
      )}
      {rule === "speakers" && <Speakers take={take} speakers={speakers} onChange={setChosen} />}
      {rule === "list" && (
        <>
          <p className="quiet">{text.listNote}</p>
          <a className="button" href={cutsAddress(take)} download>
            <Icon name="download" />
            <span>{text.downloadList}</span>
          </a>
          <TextFileField label={text.changedList} accept=".yaml,.yml" file={list} onChange={setList} />
        </>
      )}
    </MakeDialog>
  );
}
