import { Icon } from "../components/Icon";
import { useTexts } from "../i18n";
import { inputsLost, isFinished, lost, outputs, type Take, type TakeFile } from "./model";

/** The files of a take and its figures, as small labels. */
export function Badges({ take }: { take: Take }) {
  const texts = useTexts();
  const text = texts.t.takes;
  return (
    <ul className="badges">
      {outputs(take).map((output) => (
        <li key={output} className={`badge badge-file${output === "combined" ? " badge-combined" : ""}`}>
          {outputName(output, text.combined)}
        </li>
      ))}
      {take.state !== "finished" && take.state !== "recording" && (
        <li className="badge badge-warning">{text.state[take.state]}</li>
      )}
      {lost(take) > 0 && (
        <li className="badge badge-warning">
          <Icon name="warning" />
          {texts.plural(text.lostFrames, lost(take))}
        </li>
      )}
      {inputsLost(take) > 0 && (
        <li className="badge badge-warning">{texts.plural(text.inputsLost, inputsLost(take))}</li>
      )}
      {isFinished(take) && take.losses !== null && lost(take) === 0 && inputsLost(take) === 0 && <li className="badge">{text.nothingLost}</li>}
      {take.marks.length > 0 && (
        <li className="badge">
          <Icon name="mark" />
          {texts.plural(text.marks, take.marks.length)}
        </li>
      )}
      {take.proven !== null && (
        <li className={`badge ${!take.proven ? "badge-bad" : lost(take) + inputsLost(take) === 0 ? "badge-good" : ""}`}>
          {take.proven ? text.proven : text.disproved}
        </li>
      )}
      {take["backed-up"] === true && <li className="badge badge-good">{text.backedUp}</li>}
    </ul>
  );
}

export function outputName(output: string, combined: string): string {
  return output === "combined" ? combined : output;
}

/** `H264 1280×720` */
export function describe(file: TakeFile): string {
  const codec = (file.video?.codec ?? file.audio?.codec ?? file.container ?? "").toUpperCase();
  return file.video ? `${codec} ${file.video.width}×${file.video.height}` : codec;
}
