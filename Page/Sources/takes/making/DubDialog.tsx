import { useState } from "react";
import { useTexts } from "../../i18n";
import type { Take } from "../model";
import { dubBody } from "./bodies";
import { MakeDialog } from "./MakeDialog";

/** A dialog for the sound of a separate recorder, whose file the user has copied into the take's folder. */
export function DubDialog({ take, onClose }: { take: Take; onClose: () => void }) {
  const text = useTexts().t.takes.make;
  const [name, setName] = useState("");
  const [offset, setOffset] = useState("");
  const body = dubBody(name, offset.trim() === "" ? null : Number(offset));
  return (
    <MakeDialog title={text.dubTitle} take={take} kind="dub" body={body} obstacle={name.trim() === "" ? text.dubNote : undefined} onClose={onClose}>
      <label className="rows">
        <span>{text.dubFile}</span>
        <input className="input" value={name} placeholder="recorder.wav" spellCheck={false} onChange={(event) => setName(event.target.value)} />
      </label>
      <label className="rows">
        <span>{text.dubOffset}</span>
        <input className="input" type="number" step="any" value={offset} onChange={(event) => setOffset(event.target.value)} />
      </label>
    </MakeDialog>
  );
}
