import { useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { Icon } from "../components/Icon";
import { PlaceLink } from "../components/PlaceLink";
import { pathOf } from "../app/places";
import { fill, useTexts } from "../i18n";
import { Badges } from "./Badges";
import { FilmStrip, useStrip } from "./FilmStrip";
import { clock } from "./clock";
import { face, type Take } from "./model";
import { Poster } from "./Poster";
import { posterAddress } from "./server";
import { useTakes } from "./useTakes";
import { WorkBar } from "./WorkBar";

/** A finger that moves farther leafs through the stills instead of opening the take; in CSS pixels. */
const leafing = 6;

interface Props {
  take: Take;
  isChosen: boolean;
  canChoose: boolean;
  isChoosing: boolean;
  onChoose: (isChosen: boolean) => void;
}

/** One take in the list: its picture, through which a pointer or the arrow keys leaf, and its details. */
export function TakeCard({ take, isChosen, canChoose, isChoosing, onChoose }: Props) {
  const texts = useTexts();
  return (
    <article className="take-card" data-chosen={isChosen || undefined} data-take={take.id}>
      <TakePicture take={take} />
      {canChoose && (
        <label className="take-choose" data-shown={isChoosing || undefined}>
          <input
            type="checkbox" checked={isChosen} aria-label={fill(texts.t.takes.select, { name: take.name })}
            onChange={(event) => onChoose(event.target.checked)}
          />
          <span aria-hidden="true">
            <Icon name="check" />
          </span>
        </label>
      )}
      <div className="take-words">
        <h3>{take.name}</h3>
        <p>
          {take.start !== null && (
            <time dateTime={take.start}>{texts.date(new Date(take.start), { timeStyle: "short" })} · </time>
          )}
          {texts.bytes(take.bytes)}
          {take.cameras.length > 0 && ` · ${take.cameras.join(", ")}`}
        </p>
        <Badges take={take} />
        <WorkBar take={take} />
      </div>
    </article>
  );
}

function TakePicture({ take }: { take: Take }) {
  const texts = useTexts();
  const file = face(take);
  const [at, setAt] = useState<number | null>(null);
  const { can } = useTakes();
  const strip = useStrip(take, file, at !== null && can.has("strip"));
  const pressed = useRef<{ x: number; hasMoved: boolean } | null>(null);
  const place = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    if (pressed.current && Math.abs(event.clientX - pressed.current.x) > leafing) pressed.current.hasMoved = true;
    if (event.pointerType !== "touch" || pressed.current?.hasMoved) {
      setAt(Math.max(0, Math.min(0.999, (event.clientX - box.left) / box.width)));
    }
  };
  const key = (event: KeyboardEvent) => {
    const step = { ArrowRight: 0.1, ArrowLeft: -0.1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(0.999, (at ?? 0) + step)));
  };
  return (
    <PlaceLink
      className="take-picture"
      path={pathOf("takes", take.id)}
      aria-label={fill(texts.t.takes.open, { name: take.name })}
      draggable={false}
      onPointerDown={(event) => (pressed.current = { x: event.clientX, hasMoved: false })}
      onPointerMove={place}
      onPointerLeave={() => setAt(null)}
      onPointerCancel={() => setAt(null)}
      onBlur={() => setAt(null)}
      onKeyDown={key}
      onClick={(event) => {
        if (pressed.current?.hasMoved) event.preventDefault();
        pressed.current = null;
      }}
    >
      <Poster source={file && can.has("poster") ? posterAddress(take, file.path) : null} />
      {at !== null && strip && file && (
        <>
          <FilmStrip take={take} file={file} strip={strip} at={at * ((file.end ?? 0) - (file.start ?? 0))} />
          <span className="film-place" style={{ left: `${at * 100}%` }} />
        </>
      )}
      <span className="take-length">{clock(take.recorded)}</span>
      {take.state === "recording" && (
        <span className="take-live">
          <i />
          {texts.t.takes.state.recording}
        </span>
      )}
    </PlaceLink>
  );
}
