import { Button } from "../components/Button";
import { useTexts } from "../i18n";
import type { Take } from "./model";
import type { Work } from "./store";
import { useTakes, useTakesStore } from "./useTakes";

/** What the server does with a take at the moment. */
export function WorkBar({ take }: { take: Take }) {
  const texts = useTexts();
  const store = useTakesStore();
  const work = useTakes().work.filter((work) => work.session === take.id);
  return (
    <>
      {work.map((work) => (
        <div key={work.id} className="work" data-state={work.state}>
          <span>{workName(work, texts.t.takes.work)}</span>
          {work.state === "running" ? (
            <progress max={100} value={work.percent} aria-label={workName(work, texts.t.takes.work)} />
          ) : (
            <>
              <span>{texts.t.takes.work.failed}</span>
              <Button label={texts.t.takes.action.close} onClick={() => store.forget(work)} />
            </>
          )}
        </div>
      ))}
    </>
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
