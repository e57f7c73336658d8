import { Button } from "../components/Button";
import { useTexts } from "../i18n";
import { useDirects } from "../store/hooks";
import type { Take } from "./model";
import type { Work } from "./server";
import { useTakes, useTakesStore } from "./useTakes";

/** What the server does with a take at the moment, and what became of it. */
export function WorkBar({ take }: { take: Take }) {
  const work = useTakes().work.filter((work) => work.session === take.id && work.kind !== "proxy");
  return <>{work.map((work) => <WorkLine key={work.id} work={work} />)}</>;
}

export function WorkLine({ work }: { work: Work }) {
  const texts = useTexts();
  const store = useTakesStore();
  const directs = useDirects();
  const text = texts.t.takes;
  const name = workName(work, text.work);
  return (
    <div className="work" data-state={work.state} role="status">
      <span>{name}</span>
      {work.state === "running" ? (
        <>
          <progress max={100} value={work.percent ?? undefined} aria-label={name} />
          {directs && <Button label={text.action.stop} onClick={() => void store.perform(() => store.library.cancel(work))} />}
        </>
      ) : (
        <>
          <span>{work.state === "done" ? text.work.done : `${text.work.failed}: ${work.error ?? ""}`}</span>
          {work.result?.complaints?.map((complaint) => <span key={complaint} lang="en">{complaint}</span>)}
          <Button label={text.action.close} onClick={() => store.forget(work)} />
        </>
      )}
    </div>
  );
}

function workName(work: Work, text: { audit: string; recover: string; proxy: string; busy: string }): string {
  switch (work.kind) {
    case "audit":
      return text.audit;
    case "recover":
      return text.recover;
    case "proxy":
      return text.proxy;
    default:
      return text.busy;
  }
}
