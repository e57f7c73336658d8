import { useEffect, useMemo, useRef, useState } from "react";
import { go, pathOf } from "../app/places";
import { Button } from "../components/Button";
import { CopyField } from "../components/CopyField";
import { Icon } from "../components/Icon";
import { PlaceLink } from "../components/PlaceLink";
import { fill, type Texts, useTexts } from "../i18n";
import { Badges, clockMark } from "./Badges";
import { clock } from "./clock";
import { Files } from "./Files";
import { MadeFiles } from "./making/MadeFiles";
import { MakingTools } from "./making/MakingTools";
import { inputsLost, isFinished, leftOut, lost, type Take } from "./model";
import { Player } from "./Player";
import { archiveAddress } from "./server";
import { ShareDialog } from "./ShareDialog";
import { TakeTitle } from "./TakeTitle";
import { useTakes, useTakesStore } from "./useTakes";
import { WorkBar } from "./WorkBar";

/** One take: its player, its chapters, its files, and the available actions. */
export function TakePage({ take: listed }: { take: Take }) {
  const take = useWhole(listed);
  const texts = useTexts();
  const text = texts.t.takes;
  const isEmpty = take.files.length === 0;
  const place = useRef(0);
  return (
    <article className="take-page">
      <header className="take-header">
        <PlaceLink className="button" path={pathOf("takes")}>
          <Icon name="back" />
          <span>{text.player.back}</span>
        </PlaceLink>
        <TakeTitle take={take} />
      </header>
      <div className="take-columns">
        {isEmpty ? (
          <p className="takes-nothing">{take.state === "recording" ? text.player.stillRecording : text.player.noFiles}</p>
        ) : (
          <Player take={take} place={place} />
        )}
        <aside className="take-facts">
          <Actions take={take} />
          <MakingTools take={take} place={place} />
          <WorkBar take={take} />
          <Badges take={take} />
          <Facts take={take} />
          <Files take={take} />
          <MadeFiles take={take} />
          {/* A viewer receives only the folder's name, not its path. */}
          {take.folder?.startsWith("/") && <CopyField label={text.action.copyPath} value={take.folder} />}
        </aside>
      </div>
    </article>
  );
}

/** Returns the whole take. The list contains only its first files, and neither its folder nor the files made of it. */
function useWhole(listed: Take): Take {
  const { library } = useTakesStore();
  const revision = useTakes().revisions[listed.id];
  const [whole, setWhole] = useState<Take | null>(null);
  useEffect(() => {
    let isHere = true;
    library.take(listed.id).then((take) => isHere && setWhole(take), () => undefined);
    return () => {
      isHere = false;
    };
  }, [library, listed, revision]);
  return useMemo(() => (whole ? { ...whole, name: listed.name } : listed), [whole, listed]);
}

function Actions({ take }: { take: Take }) {
  const text = useTexts().t.takes.action;
  const store = useTakesStore();
  const { can, backupPlace, publishPlace } = useTakes();
  const [isSharing, setSharing] = useState(false);
  if (take.state === "recording") return null;
  const remove = () => {
    go(pathOf("takes"));
    void store.remove([take]);
  };
  return (
    <div className="actions">
      {can.has("archive") && (
        <a className="button is-primary" href={archiveAddress(take)} download>
          <Icon name="download" />
          <span>{text.downloadAll}</span>
        </a>
      )}
      {can.has("share") && <Button label={text.share} icon="share" onClick={() => setSharing(true)} />}
      {can.has("audit") && (
        <Button label={text.audit} icon="check" onClick={() => void store.begin(() => store.library.audit(take))} />
      )}
      {can.has("recover") && !isFinished(take) && (
        <Button label={text.recover} icon="repair" onClick={() => void store.begin(() => store.library.recover(take))} />
      )}
      {can.has("backup") && backupPlace !== null && isFinished(take) && take["backed-up"] !== true && (
        <Button
          label={text.backUp} title={fill(text.backUpTo, { place: backupPlace })} icon="copy"
          onClick={() => void store.begin(() => store.library.backUp(take))}
        />
      )}
      {can.has("publish") && publishPlace !== null && isFinished(take) && !take.published?.some(({ to }) => to === publishPlace) && (
        <Button
          label={text.publish} title={fill(text.publishTo, { place: publishPlace })} icon="share"
          onClick={() => void store.begin(() => store.library.publish(take))}
        />
      )}
      {can.has("delete") && <Button label={text.remove} icon="trash" kind="danger" onClick={remove} />}
      {isSharing && <ShareDialog take={take} onClose={() => setSharing(false)} />}
    </div>
  );
}

function Facts({ take }: { take: Take }) {
  const texts = useTexts();
  const text = texts.t.takes;
  const mark = clockMark(take, texts);
  const rows = [
    [text.started, [take.start === null ? text.noDate : texts.date(new Date(take.start)), mark?.detail].filter(Boolean).join(" · ")],
    [text.length, clock(take.recorded)],
    [text.size, texts.bytes(take.bytes)],
    [text.cameras, take.cameras.join(", ")],
    [text.losses, losses(take, texts)],
  ];
  return (
    <dl className="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function losses(take: Take, texts: Texts): string {
  const text = texts.t.takes;
  const told = [
    lost(take) > 0 ? texts.plural(text.lostFrames, lost(take)) : null,
    leftOut(take) > 0 ? texts.plural(text.leftOut, leftOut(take)) : null,
    inputsLost(take) > 0 ? texts.plural(text.inputsLost, inputsLost(take)) : null,
  ].filter((part) => part !== null);
  return told.join(", ") || text.nothingLost;
}
