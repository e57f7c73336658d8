import { type ReactNode, useId, useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { FailureText } from "../../components/FailureText";
import { useTexts } from "../../i18n";
import type { Failure } from "../../store/failure";
import type { Take } from "../model";
import { useTakesStore } from "../useTakes";
import type { Making } from "./bodies";

interface Props {
  title: string;
  take: Take;
  kind: Making;
  /** The body of the request. */
  body: Record<string, unknown>;
  /** The reason why it cannot begin now. */
  obstacle?: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that starts a job. It closes when the server has begun, and shows the reason if the server refuses. */
export function MakeDialog({ title, take, kind, body, obstacle, onClose, children }: Props) {
  const { make, action } = useTexts().t.takes;
  const store = useTakesStore();
  const [refusal, setRefusal] = useState<Failure | null>(null);
  const [isAsking, setAsking] = useState(false);
  const told = useId();
  const begin = async () => {
    if (obstacle !== undefined || isAsking) return;
    setAsking(true);
    if (await store.begin(() => store.library.make(take, kind, body))) return onClose();
    // The page's own notice is hidden below the dialog.
    setRefusal(store.get().trouble);
    store.clearTrouble();
    setAsking(false);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="rows making-form" onSubmit={(event) => { event.preventDefault(); void begin(); }}>
        {children}
        <p className="quiet">{make.keeps}</p>
        {refusal && <p className="is-bad" role="alert"><FailureText failure={refusal} within={action.failed} /></p>}
        <div className="making-end">
          <p id={told} role="status">{obstacle}</p>
          <Button label={make.begin} type="submit" kind="primary" obstacle={obstacle} aria-describedby={told} />
        </div>
      </form>
    </Dialog>
  );
}
