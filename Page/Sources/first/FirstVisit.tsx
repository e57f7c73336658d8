import { useEffect, useMemo, useRef, useState } from "react";
import { Button } from "../components/Button";
import { FailureText } from "../components/FailureText";
import { Icon } from "../components/Icon";
import { fill, useTexts } from "../i18n";
import { codecName, outputsOf, sizeName } from "../plan/choices";
import { CostLine } from "../plan/CostLine";
import { Preview } from "../preview/Preview";
import type { StreamInfo } from "../preview/protocol";
import { useActions } from "../record/actions";
import { Layouts } from "../record/Layouts";
import { MeterBars } from "../record/MeterBars";
import { MultiviewPlaces } from "../record/MultiviewPlaces";
import { RecordButton } from "../record/RecordButton";
import { sourceName, Tiles } from "../record/Tiles";
import { usePipeline, usePipelineStore } from "../settings/usePipeline";
import { useModel, useSetting } from "../store/hooks";
import { cameras } from "../store/model";
import { type Draft, draftOf, swapped, withLayout } from "./changes";

/** The devices found on a machine without a pipeline, the proposed recording, and the button that starts it. */
export function FirstVisit({ onLeave }: { onLeave: () => void }) {
  const { t } = useTexts();
  const actions = useActions();
  const store = usePipelineStore();
  const { file, text, found, trouble } = usePipeline();
  useEffect(() => store.open(), [store]);
  useEffect(() => void store.lookForDevices(), [store]);
  const draft = useMemo(() => draftOf(text), [text]);
  const nothing = found?.cameras.length === 0 ? t.setup.noCamera : t.setup.testPictures;
  return (
    <div className="first app-scroll">
      <header>
        <h1>{t.setup.first}</h1>
        <p>{t.setup.firstDetail}</p>
        {file?.simulated && found && <p className="first-notice" role="status"><Icon name="camera" />{nothing}</p>}
      </header>
      <div className="first-columns">
        <Pictures />
        <div className="first-facts">
          <Found draft={draft} />
          <Proposed draft={draft} />
          {trouble && <p className="is-bad" role="status"><FailureText failure={trouble} /></p>}
        </div>
      </div>
      <footer className="first-bar glass">
        <Button label={t.setup.skip} kind="plain" onClick={onLeave} />
        <div className="first-record">
          <RecordButton onPress={() => actions.record()} />
          <strong aria-hidden="true">{t.setup.record}</strong>
        </div>
      </footer>
    </div>
  );
}

/** All pictures at once, or the one that the user has chosen. */
function Pictures() {
  const texts = useTexts();
  const names = useModel((model) => cameras(model).join("\n")).split("\n");
  const picture = useModel((model) => model.state?.picture ?? null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [info, setInfo] = useState<StreamInfo | null>(null);
  const source = chosen ?? (names.length > 1 || picture !== null ? "multiview" : names[0]!);
  return (
    <section className="first-pictures" aria-label={texts.t.record.sources}>
      <div className="first-preview">
        <Preview source={source} shape={picture ?? { width: 1280, height: 720 }} onInfo={setInfo} label={fill(texts.t.record.preview, { source: sourceName(source, texts) })}>
          {source === "multiview" && info?.places && <MultiviewPlaces info={info} onChoose={setChosen} />}
        </Preview>
      </div>
      <Tiles source={source} onChoose={setChosen} />
    </section>
  );
}

/** The cameras and the microphone. */
function Found({ draft }: { draft: Draft | null }) {
  const texts = useTexts();
  const { t } = texts;
  const pipeline = usePipeline();
  const outputs = outputsOf(pipeline);
  const hasSound = useModel((model) => Object.keys(model.levels).length > 0);
  return (
    <section className="settings-group">
      <h2>{t.settings.sections.cameras}</h2>
      <ul className="first-list">
        {(draft?.cameras ?? []).map((camera) => {
          const output = outputs.find((one) => one.name === camera.name);
          const card = pipeline.found?.cameras.find((one) => one.name === camera.device)?.card;
          return (
            <li key={camera.name}>
              <strong>{camera.name}</strong> {card ?? ""}
              {output && <span className="quiet"> {sizeName(output)}, {output.rate} fps</span>}
            </li>
          );
        })}
      </ul>
      <h2>{t.settings.sections.microphone}</h2>
      {hasSound ? <MeterBars wide /> : <p>{t.settings.noMicrophone}</p>}
    </section>
  );
}

/** The layout, the files with their encoders, and the total cost. */
function Proposed({ draft }: { draft: Draft | null }) {
  const texts = useTexts();
  const { t } = texts;
  const actions = useActions();
  const keep = useKeep();
  const layout = useSetting("layout");
  const pipeline = usePipeline();
  const { file, plan, basis } = pipeline;
  const current = plan ?? basis;
  const count = draft?.cameras.length ?? 0;
  return (
    <section className="settings-group">
      <h2>{t.setup.proposal}</h2>
      <ul className="first-list">
        {outputsOf(pipeline).map((output) => (
          <li key={output.name}>
            {fill(t.setup.output, { name: sourceName(output.name, texts), codec: codecName(output.codec), size: sizeName(output), rate: output.rate })}
            <span className="quiet"> {output.encoder}</span>
          </li>
        ))}
      </ul>
      <CostLine plan={current} />
      {current?.cost && !current.cost.measured && <p className="quiet">{t.setup.estimated}</p>}
      {layout && count > 1 && (
        <>
          <Layouts onChoose={(word) => keep((text) => withLayout(text, word))} />
          <div>
            <Button
              label={t.record.swap} icon="swap"
              onClick={() => {
                actions.swap();
                keep(swapped);
              }}
            />
          </div>
        </>
      )}
      {current?.directory && <p className="quiet">{fill(t.setup.takesIn, { folder: current.directory })}</p>}
      {file && <p className="quiet">{fill(t.setup.writes, { path: file.path })}</p>}
    </section>
  );
}

/** Changes the pipeline file, one change after the other. */
function useKeep(): (edit: (text: string) => string) => void {
  const store = usePipelineStore();
  const last = useRef(Promise.resolve());
  return (edit) => {
    last.current = last.current.then(() => {
      store.change(edit(store.get().text));
      return store.save();
    });
  };
}
