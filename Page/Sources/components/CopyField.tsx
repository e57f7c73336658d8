import { useState } from "react";
import { useTexts } from "../i18n";
import { Button } from "./Button";

/** A text for copying: focus selects all of it, and a button copies it. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const { t } = useTexts();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    // Without HTTPS a browser gives pages no clipboard; the user then copies the selected text by hand.
    await navigator.clipboard?.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <div className="copy-field">
      <input className="input mono" readOnly value={value} aria-label={label} onFocus={(event) => event.target.select()} />
      {navigator.clipboard && (
        <Button label={isCopied ? t.takes.action.copied : t.takes.action.copy} icon={isCopied ? "check" : "copy"} onClick={() => void copy()} />
      )}
    </div>
  );
}
