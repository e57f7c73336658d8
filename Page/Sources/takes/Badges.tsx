import { Icon } from "../components/Icon";
import { fill, type Texts, useTexts } from "../i18n";
import { inputsLost, isFinished, leftOut, lost, outputs, type Take, type TakeFile } from "./model";

/** The files and figures of a take, as small labels. */
export function Badges({ take }: { take: Take }) {
  const texts = useTexts();
  const text = texts.t.takes;
  const isWhole = lost(take) + leftOut(take) + inputsLost(take) === 0;
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
      {leftOut(take) > 0 && <li className="badge badge-warning">{texts.plural(text.leftOut, leftOut(take))}</li>}
      {isFinished(take) && take.losses !== null && isWhole && <li className="badge">{text.nothingLost}</li>}
      <ClockBadge take={take} />
      {take.marks.length > 0 && (
        <li className="badge">
          <Icon name="mark" />
          {texts.plural(text.marks, take.marks.length)}
        </li>
      )}
      {take.proven !== null && (
        <li className={`badge ${!take.proven ? "badge-bad" : isWhole ? "badge-good" : ""}`}>
          {take.proven ? text.proven : text.disproved}
        </li>
      )}
      {take["backed-up"] === true && <li className="badge badge-good">{text.backedUp}</li>}
    </ul>
  );
}

/** The mark of a take whose date or folder name may be wrong. */
function ClockBadge({ take }: { take: Take }) {
  const texts = useTexts();
  const mark = clockMark(take, texts);
  if (mark === null) return null;
  return (
    <li className="badge badge-warning" title={mark.detail}>
      <Icon name="warning" />
      {mark.text}
      <span className="visually-hidden">{` ${mark.detail}`}</span>
    </li>
  );
}

/** Returns how far the clock of a take can be trusted, in a few words and in a sentence; `null`: it was right. */
export function clockMark(take: Take, texts: Texts): { text: string; detail: string } | null {
  const text = texts.t.takes;
  if (take["start-doubtful"] === true) return { text: text.clockDoubtful, detail: text.clockDoubtfulDetail };
  const seconds = Math.abs(take["clock-corrected"] ?? 0);
  if (seconds < 1) return null;
  const time = texts.span(seconds);
  return { text: fill(text.clockCorrected, { time }), detail: fill(text.clockCorrectedDetail, { time }) };
}

export function outputName(output: string, combined: string): string {
  return output === "combined" ? combined : output;
}

/** Returns the description of a file, such as `H264 1280×720`. */
export function describe(file: TakeFile): string {
  const codec = (file.video?.codec ?? file.audio?.codec ?? file.container ?? "").toUpperCase();
  return file.video ? `${codec} ${file.video.width}×${file.video.height}` : codec;
}
