import { useState } from "react";
import { Button } from "../components/Button";
import { CopyField } from "../components/CopyField";
import { Dialog } from "../components/Dialog";
import { QRCode } from "../components/QRCode";
import { Select } from "../components/Controls";
import { fill, useTexts } from "../i18n";
import type { Take } from "./model";
import type { Link } from "./server";
import { useTakesStore } from "./useTakes";

/** A link to one take for people who may not enter, until an end. */
export function ShareDialog({ take, onClose }: { take: Take; onClose: () => void }) {
  const store = useTakesStore();
  const texts = useTexts();
  const text = texts.t.takes.action;
  const [time, setTime] = useState<"1h" | "24h" | "168h">("24h");
  const [made, setMade] = useState<Link | null>(null);
  const make = () => store.perform(async () => setMade(await store.library.share(take, time)));
  if (made === null) {
    const choices = [{ value: "1h", label: text.hour }, { value: "24h", label: text.day }, { value: "168h", label: text.week }] as const;
    return (
      <Dialog title={text.share} onClose={onClose}>
        <div className="rows">
          <Select label={text.shareFor} value={time} choices={choices} onChange={setTime} />
          <Button label={text.makeLink} kind="primary" onClick={() => void make()} />
        </div>
      </Dialog>
    );
  }
  const link = new URL(made.path, location.origin).href;
  return (
    <Dialog title={text.share} onClose={onClose}>
      <div className="rows">
        <p>{fill(text.shareUntil, { time: texts.date(new Date(made.until)) })}</p>
        <QRCode text={link} label={text.share} />
        <CopyField label={text.share} value={link} />
      </div>
    </Dialog>
  );
}
