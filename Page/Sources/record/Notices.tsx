import { useEffect } from "react";
import { go, pathOf } from "../app/places";
import { Button } from "../components/Button";
import { Icon, type IconName } from "../components/Icon";
import { fill, type Texts, useTexts } from "../i18n";
import { useModel, useStore } from "../store/hooks";
import { type Missing, missing } from "../store/losses";
import { type Notice, obstacle } from "../store/model";
import { personName } from "./People";

/** What happened a moment ago, what was saved, what failed and what to do. */
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

function what(notice: Notice, { t }: Texts, isOfSomebody = false): string {
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
      return fill(t.record.noticeSignal, { input: microphone ? microphone[1] ?? t.record.signalMicrophone : notice.text });
    }
    case "snapshot": return fill(t.record.noticeSnapshot, { name: notice.text });
    case "warning": case "refused": return notice.text;
  }
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
        {notice.detail && notice.kind === "refused" && <small>{notice.detail}</small>}
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
        <span>{failed.message}</span>
        <small>{failed.advice}</small>
      </p>
      <Button label={t.record.dismiss} icon="close" iconOnly kind="plain" onClick={() => store.dispatch({ kind: "acknowledge" })} />
    </div>
  );
}

/** Why no take can begin; not beside the answer to somebody who has tried, which says the same. */
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
        <span>{blocked.message}</span>
        <small>{blocked.advice}</small>
      </p>
    </div>
  );
}

/** `2.4 s of the combined picture are missing (the encoder was behind)` */
function lossText({ output, seconds, cause }: Missing, texts: Texts): string {
  const { t } = texts;
  const causes = { encoder: t.record.causeEncoder, camera: t.record.causeCamera, load: t.record.causeLoad, heat: t.record.causeHeat, space: t.record.causeSpace };
  const time = `${texts.number(Math.max(0.1, seconds), 1)} s`;
  const what = output === "combined" ? t.record.combinedPicture : output;
  return cause === null ? fill(t.record.missing, { time, what }) : fill(t.record.missingBecause, { time, what, cause: causes[cause] });
}

function Saved() {
  const texts = useTexts();
  const { t } = texts;
  const store = useStore();
  const finished = useModel((model) => model.finished);
  const taken = useModel((model) => model.taken);
  const told = useModel((model) => model.losses);
  const losses = finished === null ? [] : missing(finished, taken, told);
  const isWhole = losses.length === 0;
  useEffect(() => {
    // What is missing stays until somebody has seen it.
    if (finished === null || !isWhole) return;
    const timer = setTimeout(() => store.dispatch({ kind: "acknowledge" }), 12_000);
    return () => clearTimeout(timer);
  }, [store, finished, isWhole]);
  if (finished === null || finished["exit-code"] !== 0 || finished.folder === null) return null;
  const files = finished.files.filter((file) => file.finished);
  const length = texts.clock(Math.max(0, ...files.map((file) => file.duration ?? 0)));
  const size = texts.bytes(files.reduce((sum, file) => sum + (file.size ?? 0), 0));
  const folder = finished.folder.split("/").pop() ?? "";
  return (
    <div className={`news-item glass ${isWhole ? "is-good" : "is-grave has-loss"}`}>
      <Icon name={isWhole ? "check" : "warning"} />
      <p>
        <strong>
          {isWhole ? texts.plural(t.record.saved, files.length) : fill(t.record.savedBut, { losses: losses.map((loss) => lossText(loss, texts)).join("; ") })}
        </strong>
        <small>{fill(t.record.savedDetail, { length, size, folder })}</small>
      </p>
      <Button label={t.record.openTake} kind="plain" onClick={() => go(pathOf("takes", folder))} />
      {!isWhole && <Button label={t.record.dismiss} icon="close" iconOnly kind="plain" onClick={() => store.dispatch({ kind: "acknowledge" })} />}
    </div>
  );
}
