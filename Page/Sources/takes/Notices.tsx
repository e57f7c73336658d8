import { useEffect, useState } from "react";
import { Button } from "../components/Button";
import { FailureText } from "../components/FailureText";
import { fill, useTexts } from "../i18n";
import { useTakes, useTakesStore } from "./useTakes";

/** The notice of a deletion, with a button that undoes it. */
export function RemovalNotice() {
  const texts = useTexts();
  const store = useTakesStore();
  const { removal } = useTakes();
  const left = useSecondsUntil(removal?.until);
  if (!removal) return null;
  const [first, ...others] = removal.takes;
  const text = texts.t.takes.action;
  return (
    <div className="notice glass">
      <span>
        {others.length === 0
          ? fill(text.removed, { name: first?.name ?? "" })
          : texts.plural(text.removedMany, removal.takes.length)}
      </span>
      <span className="quiet" aria-hidden="true">
        {fill(text.secondsLeft, { n: String(left) })}
      </span>
      <Button label={text.undo} kind="primary" onClick={() => void store.undo()} />
    </div>
  );
}

export function TroubleNotice() {
  const texts = useTexts();
  const store = useTakesStore();
  const { trouble } = useTakes();
  if (trouble === null) return null;
  return (
    <div className="notice glass notice-trouble">
      <div>
        <FailureText failure={trouble} within={texts.t.takes.action.failed} />
      </div>
      <Button label={texts.t.takes.action.close} onClick={() => store.clearTrouble()} />
    </div>
  );
}

function useSecondsUntil(instant: number | undefined): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (instant === undefined) return;
    setNow(Date.now());
    const timer = window.setInterval(() => setNow(Date.now()), 1000);
    return () => window.clearInterval(timer);
  }, [instant]);
  return Math.max(0, Math.ceil(((instant ?? now) - now) / 1000));
}
