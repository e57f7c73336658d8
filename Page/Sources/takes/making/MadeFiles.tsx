import { useState } from "react";
import { Button } from "../../components/Button";
import { Icon } from "../../components/Icon";
import { fill, useTexts } from "../../i18n";
import { useDirects } from "../../store/hooks";
import type { Made, Take } from "../model";
import { madeAddress } from "../server";
import { useTakes, useTakesStore } from "../useTakes";

/** The files made of a take, which can be downloaded and deleted. */
export function MadeFiles({ take }: { take: Take }) {
  const text = useTexts().t.takes.make;
  const { can } = useTakes();
  const made = take.made ?? [];
  if (!can.has("made") || made.length === 0) return null;
  return (
    <>
      <h2>{text.made}</h2>
      <ul className="files">
        {made.map((file) => <MadeFile key={file.id} take={take} file={file} />)}
      </ul>
    </>
  );
}

function MadeFile({ take, file }: { take: Take; file: Made }) {
  const texts = useTexts();
  const { make, action } = texts.t.takes;
  const directs = useDirects();
  const facts = [
    make.kinds[file.kind], texts.bytes(file.bytes), file.time === null ? null : texts.date(new Date(file.time)),
  ].filter(Boolean);
  return (
    <li>
      <div>
        <strong>{file.path}</strong>
        <span className="quiet">{facts.join(" · ")}</span>
      </div>
      <div className="file-buttons">
        <a
          className="button is-icon is-plain" href={`${madeAddress(take, file)}?download=1`} download
          aria-label={fill(action.downloadFile, { name: file.path })}
        >
          <Icon name="download" />
        </a>
        {directs && <Removal take={take} file={file} />}
      </div>
    </li>
  );
}

/**
 * A button that deletes on a second press, because the server cannot restore such a file. Moving the focus away cancels the first press.
 */
function Removal({ take, file }: { take: Take; file: Made }) {
  const { make } = useTexts().t.takes;
  const store = useTakesStore();
  const [isAsking, setAsking] = useState(false);
  const press = () => {
    if (!isAsking) return setAsking(true);
    setAsking(false);
    void store.removeMade(take, file);
    // The button disappears with its file.
    document.getElementById("take-files")?.focus();
  };
  return (
    <Button
      label={isAsking ? make.reallyDelete : fill(make.deleteFile, { name: file.path })} icon={isAsking ? undefined : "trash"} iconOnly={!isAsking}
      kind={isAsking ? "danger" : "plain"} onClick={press} onBlur={() => setAsking(false)}
      onKeyDown={(event) => event.key === "Escape" && setAsking(false)}
    />
  );
}
