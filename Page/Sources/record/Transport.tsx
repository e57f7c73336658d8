import { useState } from "react";
import { Button } from "../components/Button";
import { useOutside } from "../components/useOutside";
import { fill, useTexts } from "../i18n";
import { useModel } from "../store/hooks";
import { setting } from "../store/model";
import { clock } from "../takes/clock";
import { useActions } from "./actions";
import { LastTake } from "./LastTake";
import { Layouts } from "./Layouts";
import { useLimits } from "./limits";
import type { PanelTab } from "./Panel";
import { MicrophonePopover, TransitionPopover } from "./Popovers";
import { RecordButton } from "./RecordButton";

type Popover = "layout" | "transition" | "microphone";

/** The bar below the picture, with everything that is needed while recording, within one tap. */
export function Transport(props: { source: string; tab: PanelTab | null; onTab: (tab: PanelTab | null) => void }) {
  const { t } = useTexts();
  const actions = useActions();
  const limits = useLimits();
  const [popover, setPopover] = useState<Popover | null>(null);
  const phase = useModel((model) => model.state?.phase);
  const isMuted = useModel((model) => setting(model, "mute")?.value === true);
  const hasPicture = useModel((model) => model.state?.picture != null);
  const isRecording = phase === "recording" || phase === "paused";
  // Offers a take from the pre-roll. Splitting is possible only while recording, so that the place of its button is free.
  const past = useModel((model) => (model.state?.phase === "standby" ? (model.state["pre-roll"] ?? null) : null));
  const notNow = isRecording ? undefined : t.record.onlyRecording;
  const noPicture = hasPicture ? undefined : t.panel.noPicture;
  const toggle = (one: Popover) => setPopover((open) => (open === one ? null : one));
  useOutside(".transport", popover !== null, () => setPopover(null));
  return (
    <section className="transport controls" aria-label={t.record.transport}>
      {popover !== null && (
        <div className="popover glass" data-of={popover}>
          {popover === "layout" && <Layouts />}
          {popover === "transition" && <TransitionPopover />}
          {popover === "microphone" && <MicrophonePopover />}
        </div>
      )}
      <div className="transport-bar glass">
        <LastTake />
        <Button label={t.record.snapshot} icon="snapshot" iconOnly kind="plain" onClick={() => void actions.snapshot(props.source)} />
        {past === null ? (
          <Button label={t.record.split} icon="split" iconOnly kind="plain" obstacle={notNow} onClick={() => actions.split()} />
        ) : (
          <Button
            label={fill(t.record.keepPast, { time: clock(past) })} icon="past" iconOnly kind="plain" onClick={() => actions.keepPast(past)}
          />
        )}
        <Button label={t.record.mark} icon="mark" iconOnly kind="plain" className="is-first" obstacle={notNow} onClick={() => actions.mark()} />
        <Button label={phase === "paused" ? t.record.resume : t.record.pause} icon={phase === "paused" ? "play" : "pause"} iconOnly kind="plain" className="is-first" obstacle={notNow} onClick={() => actions.pause()} />
        <RecordButton onPress={() => actions.record(limits)} />
        <Button label={t.record.swap} icon="swap" iconOnly kind="plain" className="is-first" obstacle={noPicture} onClick={() => actions.swap()} />
        <Button label={t.record.layout} icon="layout" iconOnly kind="plain" className="is-toggle is-first" aria-expanded={popover === "layout"} obstacle={noPicture} onClick={() => toggle("layout")} />
        <Button label={t.record.transition} icon="transition" iconOnly kind="plain" className="is-toggle" aria-expanded={popover === "transition"} onClick={() => toggle("transition")} />
        <Button label={t.record.microphone} icon={isMuted ? "muted" : "microphone"} iconOnly kind="plain" className={`is-toggle${isMuted ? " is-muted" : ""}`} aria-expanded={popover === "microphone"} onClick={() => toggle("microphone")} />
        <Button label={t.record.controls} icon="panel" iconOnly kind="plain" className="is-toggle" aria-expanded={props.tab !== null} aria-controls="panel" onClick={() => props.onTab(props.tab === null ? "layouts" : null)} />
      </div>
    </section>
  );
}
