import { useCallback, useEffect, useRef, useState } from "react";
import { usePreferences } from "../app/preferences";
import { Button } from "../components/Button";
import { fill, useTexts } from "../i18n";
import { Preview } from "../preview/Preview";
import type { StreamInfo } from "../preview/protocol";
import { useDirects, useModel } from "../store/hooks";
import { cameras } from "../store/model";
import { useActions } from "./actions";
import { FocusSquare } from "./FocusSquare";
import { Guides } from "./Guides";
import { useIdle } from "./hiding";
import { InsetHandle } from "./InsetHandle";
import { KeysDialog, useKeys } from "./keys";
import { Looking } from "./Looking";
import { MeterBars } from "./MeterBars";
import { MultiviewPlaces } from "./MultiviewPlaces";
import { Panel, type PanelTab } from "./Panel";
import { Scope } from "./Scope";
import { useGestures } from "./gestures";
import { sourceName, Tiles } from "./Tiles";
import { TopLine } from "./TopLine";
import { Transport } from "./Transport";
import { useAim } from "./useAim";
import { useView } from "./view";
import { ZoomChips } from "./ZoomChips";

const fallbackShape = { width: 1280, height: 720 };

/** The place "record": the picture as it is recorded, and all controls that direct it. */
export function Record() {
  const texts = useTexts();
  const actions = useActions();
  const directs = useDirects();
  const { hides } = usePreferences();
  const view = useView();
  const [chosen, setSource] = useState<string | null>(null);
  // A pipeline may have one camera and no combined picture.
  const only = useModel((model) => (model.state !== null && !model.state.picture ? cameras(model)[0] : undefined));
  const source = chosen ?? only ?? "combined";
  const [tab, setTab] = useState<PanelTab | null>(null);
  const [isShowingKeys, setShowingKeys] = useState(false);
  const [info, setInfo] = useState<StreamInfo | null>(null);
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const phase = useModel((model) => model.state?.phase);
  const picture = useModel((model) => model.state?.picture ?? null);
  const isIdle = useIdle(hides && phase === "recording" && tab === null && !isShowingKeys);
  const togglePanel = useCallback(() => setTab((open) => (open === null ? (directs ? "layouts" : "view") : null)), [directs]);
  useKeys({ actions, directs, source, setSource, togglePanel, closePanel: () => setTab(null), showKeys: () => setShowingKeys(true) });
  const { aim, tools } = useAim(source, canvas);
  const gestures = useGestures(source, actions, tools);
  const returnFocus = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (tab !== null) returnFocus.current ??= document.activeElement as HTMLElement;
    else {
      returnFocus.current?.focus();
      returnFocus.current = null;
    }
  }, [tab !== null]);
  return (
    <div className={`record${isIdle ? " is-idle" : ""}${tab !== null ? " has-panel" : ""}`} data-phase={phase}>
      <h1 className="visually-hidden">{texts.t.shell.record}</h1>
      <div className="record-stage" {...(directs ? gestures : {})}>
        <Preview source={source} shape={picture ?? fallbackShape} canvas={setCanvas} onInfo={setInfo} label={fill(texts.t.record.preview, { source: sourceName(source, texts) })}>
          <Guides view={view} />
          <Scope canvas={canvas} view={view} />
          {directs && source === "combined" && <InsetHandle canvas={canvas} actions={actions} />}
          <FocusSquare aim={aim} />
          {source === "multiview" && info?.places && <MultiviewPlaces info={info} onChoose={setSource} />}
        </Preview>
      </div>
      <TopLine />
      {view.meters && <MeterBars />}
      <div className="record-sources controls">
        {directs && <ZoomChips source={source} />}
        <Tiles source={source} onChoose={setSource} />
      </div>
      {directs ? <Transport source={source} tab={tab} onTab={setTab} /> : <Looking source={source} tab={tab} onTab={setTab} />}
      <Button className="record-keys controls" label={texts.t.record.keysHelp} icon="keyboard" iconOnly onClick={() => setShowingKeys(true)} />
      <Panel tab={tab} onTab={setTab} />
      {isShowingKeys && <KeysDialog onClose={() => setShowingKeys(false)} />}
    </div>
  );
}
