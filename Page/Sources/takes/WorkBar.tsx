import { Button } from "../components/Button";
import { fill, type Texts, useTexts } from "../i18n";
import { useDirects } from "../store/hooks";
import type { Take } from "./model";
import type { Job } from "./server";
import { useTakes, useTakesStore } from "./useTakes";

/** The server's current jobs on a take, and their results. */
export function WorkBar({ take }: { take: Take }) {
  const work = useTakes().work.filter((work) => work.session === take.id && work.kind !== "proxy");
  return <>{work.map((work) => <WorkLine key={work.id} work={work} />)}</>;
}

export function WorkLine({ work }: { work: Job }) {
  const texts = useTexts();
  const store = useTakesStore();
  const directs = useDirects();
  const text = texts.t.takes;
  const name = workName(work, texts);
  return (
    <div className="work" data-state={work.state} role="status">
      <span>{name}</span>
      {work.state === "running" ? (
        <>
          <Progress work={work} name={name} />
          {directs && <Button label={text.action.stop} onClick={() => void store.perform(() => store.library.cancel(work))} />}
        </>
      ) : (
        <>
          <span>{work.state === "done" ? [text.work.done, filesOf(work)].filter(Boolean).join(": ") : text.work.failed}</span>
          {work.state !== "done" && work.error && <span lang="en">{work.error}</span>}
          {work.result?.complaints?.map((complaint) => <span key={complaint} lang="en">{complaint}</span>)}
          <Button label={text.action.close} onClick={() => store.forget(work)} />
        </>
      )}
    </div>
  );
}

/**
 * The progress of a job. A screen reader reads it on request only, because a value that changes every second must not be
 * announced.
 */
function Progress({ work, name }: { work: Job; name: string }) {
  const texts = useTexts();
  const { percent, left } = work;
  const told = [
    typeof percent === "number" ? texts.percent(percent / 100) : null,
    typeof work.speed === "number" ? fill(texts.t.takes.work.speed, { bytes: texts.bytes(work.speed) }) : null,
    typeof left === "number" ? fill(texts.t.takes.work.left, { time: texts.span(left) }) : null,
    work.slowed ? texts.t.takes.work.slowed : null,
  ].filter((part) => part !== null).join(" · ");
  return (
    <>
      <progress max={100} value={percent ?? undefined} aria-label={name} aria-valuetext={told || undefined} />
      {told && <span className="quiet work-told" aria-hidden="true">{told}</span>}
    </>
  );
}

/** Returns the names of the files that a job has made. */
function filesOf(work: Job): string {
  const files = work.result?.files;
  return Array.isArray(files) ? files.join(", ") : "";
}

function workName(work: Job, texts: Texts): string {
  const { work: text, make } = texts.t.takes;
  switch (work.kind) {
    case "audit":
      return text.audit;
    case "recover":
      return text.recover;
    case "proxy":
      return text.proxy;
    case "export": {
      const known: Record<string, { name: string } | undefined> = make.templates;
      const template = known[String(work.arguments?.as)];
      return template ? fill(text.export, { name: template.name }) : text.busy;
    }
    case "compose":
      return text.compose;
    case "trim":
      return text.trim;
    case "dub":
      return text.dub;
    case "stabilise":
      return text.stabilise;
    case "backup":
      return text.backup;
    case "publish":
      return text.publish;
    default:
      return text.busy;
  }
}
