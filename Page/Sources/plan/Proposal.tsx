import { Button } from "../components/Button";
import { FailureText } from "../components/FailureText";
import { fill, useTexts } from "../i18n";
import { usePipeline, usePipelineStore } from "../settings/usePipeline";
import type { PipelineSaved } from "../api/generated";
import { refusal } from "./choices";
import { CostLine } from "./CostLine";

/** The cost of the saved file, and of the changed one. */
export function Compared() {
  const { basis, plan, text, file } = usePipeline();
  const isChanged = file !== null && text !== file.text;
  return (
    <div className="compared" role="status">
      <CostLine plan={basis} form="now" />
      {isChanged && <CostLine plan={plan} form="then" />}
    </div>
  );
}

/** An unsaved change: its cost, when it takes effect, and the buttons that save or discard it. */
export function Proposal() {
  const texts = useTexts();
  const { settings, takes } = texts.t;
  const store = usePipelineStore();
  const { file, text, check, plan, isSaving, saved, trouble } = usePipeline();
  const isChanged = file !== null && text !== file.text;
  const obstacle =
    (file?.obstacle ? texts.t.told.readOnly : undefined)
    ?? (check === null || isSaving ? settings.checking : check.problems.length > 0 ? texts.plural(settings.problems, check.problems.length) : undefined)
    ?? refusal(plan, texts);
  return (
    <div className="proposal">
      <Compared />
      {isChanged && <Holds changes={check?.changes ?? null} reloads={file.reloads} />}
      {trouble && <p className="is-bad"><FailureText failure={trouble} /></p>}
      {isChanged && (
        <div className="proposal-actions">
          <Button label={takes.action.save} kind="primary" obstacle={obstacle} onClick={() => void store.save()} />
          <Button label={settings.discard} onClick={() => store.discard()} />
        </div>
      )}
      {!isChanged && saved && <p role="status">{fill(saved.copied ? settings.copied : settings.saved, { path: saved.path })}</p>}
    </div>
  );
}

/** The times at which changes take effect. */
export function Holds({ changes, reloads }: { changes: PipelineSaved["changes"]; reloads: boolean }) {
  const { t } = useTexts();
  const { live = [], take = [], graph = [], start = [] } = changes ?? {};
  const told = reloads
    ? [[t.settings.holdsNow, live], [t.settings.holdsTake, take], [t.settings.holdsGraph, graph], [t.settings.holdsStart, start]] as const
    : [[t.settings.holdsStart, [...live, ...take, ...graph, ...start]]] as const;
  return <>{told.map(([text, keys]) => keys.length > 0 && <p key={text}>{fill(text, { keys: keys.join(", ") })}</p>)}</>;
}
