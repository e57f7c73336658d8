import { useState } from "react";
import { useTexts } from "../../i18n";
import type { Take } from "../model";
import { type Calm, camerasWithFiles, steadyBody } from "./bodies";
import { MakeDialog } from "./MakeDialog";

const calms: readonly Calm[] = ["little", "usual", "very"];

/** A dialog that stabilises the picture of a hand-held camera in a new file. */
export function SteadyDialog({ take, onClose }: { take: Take; onClose: () => void }) {
  const { takes } = useTexts().t;
  const text = takes.make;
  const cameras = camerasWithFiles(take);
  const [camera, setCamera] = useState(cameras[0] ?? "");
  const [calm, setCalm] = useState<Calm>("usual");
  return (
    <MakeDialog title={text.steadyTitle} take={take} kind="stabilise" body={steadyBody(camera, calm)} onClose={onClose}>
      <Choice legend={takes.cameras} words={cameras.map((name) => [name, name])} chosen={camera} onChoose={setCamera} />
      <Choice legend={text.calm} words={calms.map((one) => [one, text.calms[one]])} chosen={calm} onChoose={setCalm} />
    </MakeDialog>
  );
}

function Choice<Word extends string>(props: {
  legend: string; words: (readonly [word: Word, label: string])[]; chosen: Word; onChoose: (word: Word) => void;
}) {
  return (
    <fieldset className="rules">
      <legend>{props.legend}</legend>
      {props.words.map(([word, label]) => (
        <label className="rule" key={word}>
          <input type="radio" name={props.legend} checked={word === props.chosen} onChange={() => props.onChoose(word)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
