import { useEffect, useState } from "react";
import { Button } from "../../components/Button";
import { Switch } from "../../components/Controls";
import { useTexts } from "../../i18n";
import { useModel, useSetting, useStore } from "../../store/hooks";

/** The overlays of the combined picture: whether each is shown, and its text. */
export function OverlaysPanel() {
  const { t } = useTexts();
  const names = useModel((model) => Object.keys(model.state?.settings ?? {}).filter((name) => /^overlay\.[^.]+$/.test(name)).map((name) => name.slice(8)).join("\n"));
  const list = names.split("\n").filter(Boolean);
  if (list.length === 0) return <p className="panel-hint">{t.panel.noOverlays}</p>;
  return <>{list.map((name) => <Overlay key={name} name={name} />)}</>;
}

function Overlay({ name }: { name: string }) {
  const { t } = useTexts();
  const store = useStore();
  const shown = useSetting(`overlay.${name}`);
  const text = useSetting(`overlay.${name}.text`);
  const value = String(text?.value ?? "");
  const [written, setWritten] = useState(value);
  useEffect(() => setWritten(value), [value]);
  if (shown === undefined) return null;
  return (
    <section className="panel-group">
      <Switch label={name} on={shown.value === true} obstacle={shown.obstacle} onChange={(on) => void store.perform("overlay", { overlay: name, on }, { [`overlay.${name}`]: on })} />
      {text && (
        <form
          className="panel-row"
          onSubmit={(event) => {
            event.preventDefault();
            void store.perform("overlay", { overlay: name, text: written }, { [`overlay.${name}.text`]: written });
          }}
        >
          <label className="field">
            <span>{t.panel.overlayText}</span>
            <input className="input" value={written} onChange={(event) => setWritten(event.currentTarget.value)} />
          </label>
          <Button label={t.panel.apply} type="submit" />
        </form>
      )}
    </section>
  );
}
