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
  /** What is asked for. */
  body: Record<string, unknown>;
  /** Why it cannot begin now. */
  obstacle?: string;
  onClose: () => void;
  children: ReactNode;
}

/** What something is made by: it closes when the server has begun, and says so where it refuses. */
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
    // The page's own notice lies below the dialog.
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
