import { useId, useRef, useState } from "react";
import { Button } from "../../components/Button";
import { fill, useTexts } from "../../i18n";

/** The maximum size of a text in bytes, so that the request stays below the server's limit. */
const most = 900_000;

export type TextFile = { name: string; text: string };

interface Props {
  label: string;
  /** File name endings, in the form of `accept`. */
  accept: string;
  file: TextFile | null;
  onChange: (file: TextFile | null) => void;
}

/** A field for a file of this computer, whose text is sent. */
export function TextFileField({ label, accept, file, onChange }: Props) {
  const text = useTexts().t.takes.make;
  const [field, told] = [useId(), useId()];
  const input = useRef<HTMLInputElement>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  const read = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    const written = await chosen.text();
    setTooLarge(bodyLength(written) > most);
    onChange(bodyLength(written) > most || written === "" ? null : { name: chosen.name, text: written });
  };
  const leave = () => {
    if (input.current) input.current.value = "";
    setTooLarge(false);
    onChange(null);
    input.current?.focus();
  };
  return (
    <div className="field file-field">
      <label htmlFor={field}>{label}</label>
      <div>
        <input
          ref={input} id={field} className="input" type="file" accept={accept} aria-describedby={told} aria-invalid={isTooLarge}
          onChange={(event) => void read(event.target.files?.[0])}
        />
        {file && <Button label={fill(text.leaveFile, { name: file.name })} icon="close" iconOnly onClick={leave} />}
      </div>
      <p id={told} className="is-bad" role="status">{isTooLarge ? text.fileTooLarge : undefined}</p>
    </div>
  );
}

/** Returns the size of a text in bytes as it is sent. */
const bodyLength = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length;
