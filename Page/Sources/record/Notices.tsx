import { useEffect } from "react";
import { go, pathOf } from "../app/places";
import { Button } from "../components/Button";
import { FailureText } from "../components/FailureText";
import { Icon, type IconName } from "../components/Icon";
import { fill, type Texts, useTexts } from "../i18n";
import { useModel, useStore } from "../store/hooks";
import { outputName, warningText } from "../store/failure";
import { type Lack, lacks } from "../store/losses";
import { type Notice, obstacle } from "../store/model";
import { personName } from "./People";

/** Notices about recent events, saved takes, failures, and what to do. */
export function Notices() {
  const notices = useModel((model) => model.notices);
  return (
    <div className="news" role="log" aria-live="polite">
      <Offline />
      <Failed />
      <Blocked />
      <Saved />
      {notices.map((notice) => <Toast key={notice.id} notice={notice} />)}
    </div>
  );
}

const icons: Record<Notice["kind"], IconName> = {
  directed: "eye", marked: "mark", warning: "warning", lost: "camera", returned: "camera", restored: "check", refused: "warning", split: "split", snapshot: "snapshot",
};

function wording(notice: Notice, texts: Texts): string {
  const { by, ...rest } = notice;
  return by === undefined ? what(notice, texts) : fill(texts.t.people.by, { who: personName(by, texts), what: what(rest, texts, true) });
}

function what(notice: Notice, texts: Texts, isOfSomebody = false): string {
  const { t } = texts;
  const commands: Record<string, string> = t.commands;
  switch (notice.kind) {
    case "directed": {
      const what = commands[notice.text] ?? notice.text;
      return isOfSomebody ? what : fill(t.record.noticeDirected, { what });
    }
    case "marked": return notice.text === "" ? t.record.noticeMarked : fill(t.record.noticeMarkedText, { text: notice.text });
    case "split": return fill(t.record.noticeSplit, { n: notice.text });
    case "lost": return fill(t.record.noticeLost, { input: notice.text });
    case "returned": return fill(t.record.noticeReturned, { input: notice.text });
    case "restored": {
      const microphone = /^microphone(?:\.(.*))?$/.exec(notice.text);
      return fill(t.record.noticeSignal, { input: microphone ? microphone[1] ?? t.record.signalMicrophone : outputName(notice.text, texts) });
    }
    case "snapshot": return fill(t.record.noticeSnapshot, { name: notice.text });
    case "warning": return notice.warned ? warningText(notice.warned, texts) : "";
    case "refused": return "";
  }
}

/** The server's own details in English, after the page's text. */
function Detail({ notice }: { notice: Notice }) {
  const { kind, text, detail, code = "", reason } = notice;
  if (kind === "refused") return <FailureText failure={{ code, message: text, advice: detail, reason }} />;
  return kind === "warning" ? <small lang="en">{text}</small> : null;
}

function Toast({ notice }: { notice: Notice }) {
  const texts = useTexts();
  const store = useStore();
  const isGrave = notice.kind === "refused" || notice.kind === "warning" || notice.kind === "lost";
  useEffect(() => {
    const timer = setTimeout(() => store.dispatch({ kind: "forget", notice: notice.id }), isGrave ? 8000 : 3000);
    return () => clearTimeout(timer);
  }, [store, notice.id, isGrave]);
  return (
    <div className={`news-item glass${isGrave ? " is-grave" : ""}`}>
      <Icon name={icons[notice.kind]} />
      <p>
        {wording(notice, texts)}
        <Detail notice={notice} />
      </p>
      {isGrave && <Button label={texts.t.record.dismiss} icon="close" iconOnly kind="plain" onClick={() => store.dispatch({ kind: "forget", notice: notice.id })} />}
    </div>
  );
}

function Offline() {
  const { t } = useTexts();
  const store = useStore();
  const link = useModel((model) => model.link);
  const wasOpen = useModel((model) => model.state !== null);
  if (link === "open" || link === "forbidden" || !wasOpen) return null;
  return (
    <div className="news-item glass is-grave" role="alert">
      <Icon name="link" />
      <p>
        {t.shell.lost}
        <small>{t.shell.lostDetail}</small>
      </p>
      <Button label={t.shell.retry} kind="plain" onClick={() => store.retry()} />
    </div>
  );
}

function Failed() {
  const { t } = useTexts();
  const store = useStore();
  const failed = useModel((model) => model.failed);
  if (failed === null) return null;
  return (
    <div className="news-item glass is-grave" role="alert">
      <Icon name="warning" />
      <p>
        <strong>{t.record.failedTitle}</strong>
        <FailureText failure={failed} />
      </p>
      <Button label={t.record.dismiss} icon="close" iconOnly kind="plain" onClick={() => store.dispatch({ kind: "acknowledge" })} />
    </div>
  );
}

/** The reason why no take can begin. Hidden beside a refused attempt, which says the same. */
function Blocked() {
  const { t } = useTexts();
  const blocked = useModel(obstacle);
  const isTold = useModel((model) => model.notices.some((one) => one.kind === "refused" && one.code === obstacle(model)?.code));
  if (blocked === null || isTold) return null;
  return (
    <div className="news-item glass is-grave" role="alert">
      <Icon name="warning" />
      <p>
        <strong>{t.record.blockedTitle}</strong>
        <FailureText failure={blocked} />
      </p>
    </div>
  );
}

/** Returns the text of a loss: `2.4 s (72 frames) of the combined picture are missing (the encoder was behind)` */
function lossText({ output, kind, frames, seconds, cause }: Lack, texts: Texts): string {
  const { t } = texts;
  const causes = { encoder: t.record.causeEncoder, camera: t.record.causeCamera, load: t.record.causeLoad, heat: t.record.causeHeat, space: t.record.causeSpace };
  const count = texts.plural(t.record.frames, frames);
  // Nobody can picture the duration of a few frames.
  const amount = seconds === null || seconds < 0.1 ? count : fill(t.record.amount, { time: `${texts.number(seconds, 1)} s`, frames: count });
  const what = output === "combined" ? t.record.combinedPicture : output;
  const loss = texts.plural(t.record[kind], frames, { amount, what });
  return cause === null ? loss : fill(t.record.because, { loss, cause: causes[cause] });
}

function Saved() {
  const texts = useTexts();
  const { t } = texts;
  const store = useStore();
  const finished = useModel((model) => model.finished);
  const causes = useModel((model) => model.causes);
  const losses = finished === null ? [] : lacks(finished, causes);
  const isWhole = losses?.length === 0;
  useEffect(() => {
    // The notice of missing frames stays until the user has seen it.
    if (finished === null || !isWhole) return;
    const timer = setTimeout(() => store.dispatch({ kind: "acknowledge" }), 12_000);
    return () => clearTimeout(timer);
  }, [store, finished, isWhole]);
  if (finished === null || finished.folder === null || (finished["exit-code"] !== 0 && !losses?.length)) return null;
  const files = finished.files.filter((file) => file.finished);
  const length = texts.clock(Math.max(0, ...files.map((file) => file.duration ?? 0)));
  const size = texts.bytes(files.reduce((sum, file) => sum + (file.size ?? 0), 0));
  const folder = finished.folder.split("/").pop() ?? "";
  const lossWords = losses?.map((loss) => lossText(loss, texts)).join("; ") ?? t.record.lossUnknown;
  return (
    <div className={`news-item glass ${isWhole ? "is-good" : "is-grave has-loss"}`}>
      <Icon name={isWhole ? "check" : "warning"} />
      <p>
        <strong>
          {isWhole ? texts.plural(t.record.saved, files.length) : fill(t.record.savedBut, { losses: lossWords })}
        </strong>
        <small>{fill(t.record.savedDetail, { length, size, folder })}</small>
      </p>
      <Button label={t.record.openTake} kind="plain" onClick={() => go(pathOf("takes", folder))} />
      {!isWhole && <Button label={t.record.dismiss} icon="close" iconOnly kind="plain" onClick={() => store.dispatch({ kind: "acknowledge" })} />}
    </div>
  );
}
