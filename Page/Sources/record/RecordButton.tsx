import { useTexts } from "../i18n";
import { useModel } from "../store/hooks";
import { lacks } from "../store/losses";
import { telling } from "../store/failure";
import { obstacle } from "../store/model";

/** The red record button, which shows the state of the recording. */
export function RecordButton({ onPress }: { onPress: () => void }) {
  const texts = useTexts();
  const { t } = texts;
  const phase = useModel((model) => model.state?.phase);
  const countdown = useModel((model) => model.countdown);
  const isAsked = useModel((model) => model.pending.some((one) => one.command === "record" || one.command === "stop") && model.state?.phase !== "finishing");
  const hasFailed = useModel((model) => model.failed !== null && model.failed.output === null);
  const isSaved = useModel((model) => model.finished !== null && model.finished["exit-code"] === 0);
  const isLossy = useModel((model) => model.finished !== null && lacks(model.finished, model.causes)?.length !== 0);
  const failure = useModel(obstacle);
  const blocked = failure === null ? null : telling(failure, texts).lead;
  const isBusy = phase === "finishing" || (phase === "preparing" && countdown === null) || isAsked;
  const state =
    countdown !== null ? "countdown" : isBusy ? "busy" : phase === "recording" ? "recording" : phase === "paused" ? "paused"
      : hasFailed ? "failed" : blocked !== null ? "blocked" : isLossy ? "lossy" : isSaved ? "done" : "ready";
  const isRunning = phase === "recording" || phase === "paused";
  const label = countdown !== null ? t.record.cancelCountdown : isRunning ? t.record.stop : phase === "finishing" ? t.record.finishing : t.record.start;
  const isOff = phase === undefined || phase === "finishing" || phase === "finished";
  return (
    <button type="button" className="record-button" data-state={state} aria-label={label} title={blocked ?? label} aria-disabled={isOff || undefined} onClick={isOff ? undefined : onPress}>
      <span className="record-button-core" aria-hidden="true" />
      {countdown !== null && <span className="record-button-count" aria-live="assertive">{texts.number(countdown)}</span>}
    </button>
  );
}
