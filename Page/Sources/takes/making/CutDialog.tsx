import { useState } from "react";
import { Switch } from "../../components/Controls";
import { useTexts } from "../../i18n";
import { outputName } from "../Badges";
import { outputs } from "../model";
import { cutBody, hasSeveralSegments } from "./bodies";
import type { PartProps } from "./ExportDialog";
import { LeftOut } from "./LeftOut";
import { MakeDialog } from "./MakeDialog";
import { hasSound } from "./templates";
import { PartFields } from "./TimeField";
import { isFaulty, type Part, readPart } from "./times";

/** A dialog for new, shorter files of a take, all cut at the same times. */
export function CutDialog({ take, part, onPart, place, onClose }: PartProps) {
  const { takes } = useTexts().t;
  const text = takes.make;
  const [isWithoutSilence, setWithoutSilence] = useState(false);
  const [joins, setJoins] = useState(true);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [cuts, setCuts] = useState<readonly Part[]>([]);
  const all = outputs(take);
  const { span, faults } = readPart(part, take.recorded);
  const body = cutBody(take, { span, cuts, isWithoutSilence, joins, left });
  const isWrong = isFaulty(faults) || cuts.some((cut) => isFaulty(readPart(cut, take.recorded).faults));
  const choose = (output: string, isChosen: boolean) =>
    setLeft(isChosen ? left.filter((other) => other !== output) : [...left, output]);
  const lack = left.length === all.length ? text.noCamera : Object.keys(body).length === 0 ? text.nothingToCut : undefined;
  return (
    <MakeDialog
      title={text.cutTitle} take={take} kind="trim" body={body} obstacle={isWrong ? text.wrongPart : lack} onClose={onClose}
    >
      <PartFields part={part} faults={faults} length={take.recorded} place={place} onChange={onPart} />
      <LeftOut cuts={cuts} length={take.recorded} place={place} onChange={setCuts} />
      {(hasSound(take) || hasSeveralSegments(take)) && (
        <div>
          {hasSound(take) && <Switch label={text.silence} on={isWithoutSilence} onChange={setWithoutSilence} />}
          {hasSeveralSegments(take) && <Switch label={text.join} on={joins} onChange={setJoins} />}
        </div>
      )}
      {all.length > 1 && (
        <fieldset>
          <legend>{takes.cameras}</legend>
          {all.map((output) => (
            <Switch
              key={output} label={outputName(output, takes.combined)} on={!left.includes(output)}
              onChange={(isChosen) => choose(output, isChosen)}
            />
          ))}
        </fieldset>
      )}
    </MakeDialog>
  );
}
