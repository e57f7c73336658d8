import { type ReactNode, useEffect, useId, useRef } from "react";
import { useTexts } from "../i18n";
import { Button } from "./Button";

/** A modal dialog. Escape closes it, and focus returns to where it was. */
export function Dialog(props: { title: string; onClose: () => void; children: ReactNode }) {
  const reference = useRef<HTMLDialogElement>(null);
  const title = useId();
  const { t } = useTexts();
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    reference.current?.showModal();
    return () => before?.focus();
  }, []);
  return (
    <dialog ref={reference} className="dialog glass" aria-labelledby={title} onCancel={(event) => { event.preventDefault(); props.onClose(); }}>
      <header>
        <h2 id={title}>{props.title}</h2>
        <Button label={t.shell.close} icon="close" iconOnly kind="plain" onClick={props.onClose} />
      </header>
      <div className="dialog-body">{props.children}</div>
    </dialog>
  );
}
