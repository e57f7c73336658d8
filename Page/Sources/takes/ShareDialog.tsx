import { useEffect, useState } from "react";
import { Button } from "../components/Button";
import { CopyField } from "../components/CopyField";
import { Dialog } from "../components/Dialog";
import { QRCode } from "../components/QRCode";
import { Select } from "../components/Controls";
import { fill, useTexts } from "../i18n";
import type { Take } from "./model";
import type { KnownLink, Link } from "./server";
import { useTakes, useTakesStore } from "./useTakes";

/** Links to one take for people without access, valid until a time: a new one, and the existing ones. */
export function ShareDialog({ take, onClose }: { take: Take; onClose: () => void }) {
  const store = useTakesStore();
  const texts = useTexts();
  const text = texts.t.takes.action;
  const [time, setTime] = useState<"1h" | "24h" | "168h">("24h");
  const [made, setMade] = useState<Link | null>(null);
  const make = () => store.perform(async () => setMade(await store.library.share(take, time)));
  const choices = [{ value: "1h", label: text.hour }, { value: "24h", label: text.day }, { value: "168h", label: text.week }] as const;
  return (
    <Dialog title={text.share} onClose={onClose}>
      <div className="rows">
        {made ? <Made link={made} /> : (
          <>
            <Select label={text.shareFor} value={time} choices={choices} onChange={setTime} />
            <Button label={text.makeLink} kind="primary" onClick={() => void make()} />
          </>
        )}
        <Links take={take} made={made} />
      </div>
    </Dialog>
  );
}

function Made({ link }: { link: Link }) {
  const texts = useTexts();
  const text = texts.t.takes.action;
  const address = new URL(link.path, location.origin).href;
  return (
    <>
      <p>{fill(text.shareUntil, { time: texts.date(new Date(link.until)) })}</p>
      <QRCode text={address} label={text.share} />
      <CopyField label={text.share} value={address} />
    </>
  );
}

/** The valid links, each with a button that ends it. */
function Links({ take, made }: { take: Take; made: Link | null }) {
  const store = useTakesStore();
  const { can } = useTakes();
  const texts = useTexts();
  const text = texts.t.takes.action;
  const [links, setLinks] = useState<KnownLink[]>([]);
  const canList = can.has("links");
  useEffect(() => {
    if (canList) store.library.links(take).then(setLinks, () => undefined);
  }, [canList, store, take, made]);
  const end = (link: KnownLink) =>
    store.perform(async () => {
      await store.library.endLink(take, link);
      setLinks((known) => known.filter((other) => other.id !== link.id));
    });
  if (links.length === 0) return null;
  return (
    <>
      <h3>{text.links}</h3>
      <ul className="links">
        {links.map((link) => (
          <li key={link.id}>
            <span>{fill(text.linkUntil, { time: texts.date(new Date(link.until)) })}</span>
            <Button label={text.endLink} icon="trash" onClick={() => void end(link)} />
          </li>
        ))}
      </ul>
    </>
  );
}
