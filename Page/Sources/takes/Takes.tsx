import { useMemo, useState } from "react";
import { Button } from "../components/Button";
import { useTexts } from "../i18n";
import { Filters } from "./Filters";
import { byDay, everything, matches, type Filter, type Take } from "./model";
import { RemovalNotice, TroubleNotice } from "./Notices";
import { SelectionBar } from "./SelectionBar";
import { TakeCard } from "./TakeCard";
import { TakePage } from "./TakePage";
import { useTakes, useTakesStore } from "./useTakes";

/** All takes, newest first, grouped by day; or one of them, opened. */
export function Takes({ id }: { id: string | null }) {
  const { status, takes, unreachable, can } = useTakes();
  const opened = takes.find((take) => take.id === id);
  return (
    <div className="takes app-scroll">
      {opened ? (
        <TakePage key={opened.id} take={opened} />
      ) : (
        <TakeList
          status={status}
          takes={takes}
          unreachable={unreachable}
          canChoose={can.has("archive") || can.has("audit") || can.has("delete")}
        />
      )}
      <div className="notices" role="status">
        <RemovalNotice />
        <TroubleNotice />
      </div>
    </div>
  );
}

function TakeList(props: { status: string; takes: Take[]; unreachable: string[]; canChoose: boolean }) {
  const { status, takes, canChoose } = props;
  const texts = useTexts();
  const text = texts.t.takes;
  const [filter, setFilter] = useState<Filter>(everything);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const shown = useMemo(() => takes.filter((take) => matches(take, filter, new Date())), [takes, filter]);
  const selection = shown.filter((take) => chosen.has(take.id));
  const choose = (take: Take, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(take.id);
    else next.delete(take.id);
    setChosen(next);
  };
  return (
    <>
      <header className="takes-header">
        <h1>{text.title}</h1>
        {status === "ready" && <p role="status">{texts.plural(text.count, shown.length)}</p>}
      </header>
      {props.unreachable.length > 0 && <Unreachable folders={props.unreachable} />}
      {takes.length > 0 && <Filters filter={filter} onChange={setFilter} />}
      {byDay(shown).map(({ day, takes }) => (
        <section key={day?.toDateString() ?? ""}>
          <h2>{day ? texts.date(day, { dateStyle: "full" }) : text.noDate}</h2>
          <div className="takes-grid">
            {takes.map((take) => (
              <TakeCard
                key={take.id}
                take={take}
                isChosen={chosen.has(take.id)}
                canChoose={canChoose}
                isChoosing={selection.length > 0}
                onChoose={(isChosen) => choose(take, isChosen)}
              />
            ))}
          </div>
        </section>
      ))}
      <Nothing status={status} isFiltered={takes.length > 0} isEmpty={shown.length === 0} onAll={() => setFilter(everything)} />
      {selection.length > 0 && (
        <SelectionBar
          selection={selection}
          onAll={() => setChosen(new Set(shown.map((take) => take.id)))}
          onNone={() => setChosen(new Set())}
        />
      )}
    </>
  );
}

/** The folders whose takes the page cannot show: a folder name that is not UTF-8 cannot be part of an address. */
function Unreachable({ folders }: { folders: string[] }) {
  const texts = useTexts();
  return (
    <div className="takes-unreachable">
      <p>{texts.plural(texts.t.takes.unreachable, folders.length)}</p>
      <ul>
        {folders.map((folder) => (
          <li key={folder}>{folder}</li>
        ))}
      </ul>
    </div>
  );
}

/** The placeholder for an empty list of takes. */
function Nothing(props: { status: string; isFiltered: boolean; isEmpty: boolean; onAll: () => void }) {
  const store = useTakesStore();
  const text = useTexts().t.takes;
  if (props.status === "loading") return <p className="takes-nothing">{text.loading}</p>;
  if (props.status === "failed") {
    return (
      <div className="takes-nothing">
        <p>{text.failed}</p>
        <Button label={text.tryAgain} onClick={() => void store.load()} />
      </div>
    );
  }
  if (!props.isEmpty) return null;
  return (
    <div className="takes-nothing">
      <p>{props.isFiltered ? text.noneMatch : text.empty}</p>
      {props.isFiltered ? (
        <Button label={text.showAll} onClick={props.onAll} />
      ) : (
        <p className="quiet">{text.emptyAdvice}</p>
      )}
    </div>
  );
}
