import { useId } from "react";
import { fill, useTexts } from "../../i18n";
import type { Take } from "../model";
import { ownMicrophones } from "./bodies";

interface Props {
  take: Take;
  /** The microphone of each camera, by the camera's name. */
  speakers: Readonly<Record<string, string>>;
  onChange: (speakers: Readonly<Record<string, string>>) => void;
}

/**
 * The fields that assign a microphone to each camera: the camera is shown while its microphone is the
 * loudest.
 */
export function Speakers({ take, speakers, onChange }: Props) {
  const text = useTexts().t.takes.make;
  const id = useId();
  return (
    <>
      {take.cameras.map((camera) => (
        <div className="field" key={camera}>
          <label htmlFor={`${id}-${camera}`}>{fill(text.speakerOf, { camera })}</label>
          <select
            id={`${id}-${camera}`} className="input" value={speakers[camera] ?? ""}
            onChange={(event) => onChange({ ...speakers, [camera]: event.target.value })}
          >
            <option value="">{text.nobody}</option>
            {ownMicrophones(take).map((microphone) => <option key={microphone}>{microphone}</option>)}
          </select>
        </div>
      ))}
    </>
  );
}
