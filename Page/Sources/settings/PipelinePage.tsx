import { useEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { PipelineProblem } from "../api/generated";
import { pathOf } from "../app/places";
import { Button } from "../components/Button";
import { Segments } from "../components/Controls";
import { FailureText } from "../components/FailureText";
import { Icon } from "../components/Icon";
import { PlaceLink } from "../components/PlaceLink";
import { fill, useTexts } from "../i18n";
import { Compared, Holds } from "../plan/Proposal";
import { PipelineForm } from "./PipelineForm";
import { PipelineProblems } from "./PipelineProblems";
import { TextEditor, useTextEditor } from "./TextEditor";
import { usePipeline, usePipelineStore } from "./usePipeline";
import { type MapNode, parse } from "./yaml";

/** The pipeline file as a form and as text, side by side; on a narrow screen, one of the two. */
export function PipelinePage() {
  const { t } = useTexts();
  const store = usePipelineStore();
  const pipeline = usePipeline();
  const [view, setView] = useState<"form" | "text">("form");
  const editor = useTextEditor();
  useEffect(() => store.open(), [store]);
  const root = useMemo(() => understood(pipeline.text), [pipeline.text]);
  const { status, file, schema, check } = pipeline;
  const go = (problem: PipelineProblem) => {
    // The text may be the hidden view.
    flushSync(() => setView("text"));
    editor.go(problem);
  };
  return (
    <div className="settings pipeline app-scroll">
      <header className="pipeline-header">
        <PlaceLink className="button" path={pathOf("settings")}>
          <Icon name="back" />
          <span>{t.settings.back}</span>
        </PlaceLink>
        <h1>{t.settings.pipeline}</h1>
        {file && <span className="quiet mono">{file.path}</span>}
      </header>
      {status === "loading" && <p>{t.settings.reading}</p>}
      {status === "absent" && <p>{t.settings.noPipeline}</p>}
      {status === "failed" && (
        <p>
          {t.settings.notRead} <Button label={t.takes.tryAgain} onClick={() => void store.load()} />
        </p>
      )}
      {status === "ready" && file && schema && (
        <>
          <Saving />
          <div className="pipeline-view">
            <Segments
              label={t.settings.view} value={view} onChange={setView}
              choices={[{ value: "form", label: t.settings.form }, { value: "text", label: t.settings.text }]}
            />
          </div>
          <div className="pipeline-columns" data-view={view}>
            <div className="pipeline-form">
              {root ? <PipelineForm root={root} schema={schema} /> : <p className="settings-group">{t.settings.notUnderstood}</p>}
            </div>
            <div className="pipeline-text">
              <TextEditor
                editor={editor} label={fill(t.settings.textOf, { name: file.name })} text={pipeline.text}
                problems={check?.problems ?? []} onChange={(text) => store.change(text)} onSave={() => void store.save()}
              />
            </div>
            <div className="pipeline-beneath"><PipelineProblems onGo={go} /></div>
          </div>
        </>
      )}
    </div>
  );
}

function understood(text: string): MapNode | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

function Saving() {
  const { t } = useTexts();
  const store = usePipelineStore();
  const { file, text, check, isSaving, saved, trouble } = usePipeline();
  const isChanged = text !== file?.text;
  const obstacle =
    (file?.obstacle ? t.told.readOnly : undefined) ?? (!isChanged ? t.settings.unchanged : check === null ? t.settings.checking : undefined)
    ?? (isSaving ? t.settings.checking : check?.problems.length ? t.settings.firstMend : undefined);
  return (
    <div className="pipeline-saving">
      <Button label={t.takes.action.save} kind="primary" obstacle={obstacle} onClick={() => void store.save()} />
      {isChanged && <Button label={t.settings.discard} onClick={() => store.discard()} />}
      <div role="status" className="pipeline-status">
        {trouble && <p className="is-bad"><FailureText failure={trouble} /></p>}
        {!trouble && file?.obstacle && <p>{t.told.readOnly}: <span lang="en">{file.obstacle}</span></p>}
        {!file?.obstacle && file?.copy && !saved && <p>{fill(t.settings.writesCopy, { path: file.copy })}</p>}
        {saved && <Saved />}
        {check?.problems.length === 0 && <Compared />}
      </div>
    </div>
  );
}

/** The result of saving, and the times at which the changes take effect. */
function Saved() {
  const { t } = useTexts();
  const { saved } = usePipeline();
  if (!saved) return null;
  if (saved.copied) return <p>{fill(t.settings.copied, { path: saved.path })}</p>;
  return (
    <>
      <p>{fill(t.settings.saved, { path: saved.path })}</p>
      <Holds changes={saved.changes} reloads={saved.reloads} />
    </>
  );
}
