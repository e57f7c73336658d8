import { useState } from "react";
import { Button } from "../components/Button";
import { useTexts } from "../i18n";
import type { Take } from "./model";
import { useTakes, useTakesStore } from "./useTakes";

/** The name of a take, which becomes a text field when it is pressed. */
export function TakeTitle({ take }: { take: Take }) {
  const text = useTexts().t.takes.action;
  const store = useTakesStore();
  const { can } = useTakes();
  const [draft, setDraft] = useState<string | null>(null);
  if (draft === null) {
    return (
      <div className="take-title">
        <h1>{take.name}</h1>
        {can.has("rename") && (
          <Button label={text.rename} icon="edit" iconOnly kind="plain" onClick={() => setDraft(take.name)} />
        )}
      </div>
    );
  }
  const save = () => {
    const name = draft.trim();
    if (name !== "" && name !== take.name) void store.rename(take, name);
    setDraft(null);
  };
  return (
    <form
      className="rename"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={(event) => event.key === "Escape" && setDraft(null)}
    >
      <input
        className="input"
        aria-label={text.name}
        value={draft}
        maxLength={120}
        autoFocus
        onFocus={(event) => event.target.select()}
        onChange={(event) => setDraft(event.target.value)}
      />
      <Button label={text.save} type="submit" kind="primary" />
      <Button label={text.cancel} onClick={() => setDraft(null)} />
    </form>
  );
}
