import { type RefObject, useId, useState } from "react";
import { Button } from "../../components/Button";
import { Icon } from "../../components/Icon";
import { useTexts } from "../../i18n";
import type { Take } from "../model";
import { timelineAddress } from "../server";
import { useTakes } from "../useTakes";
import { type Making, offers } from "./bodies";
import { CutDialog } from "./CutDialog";
import { DrawDialog } from "./DrawDialog";
import { DubDialog } from "./DubDialog";
import { ExportDialog } from "./ExportDialog";
import { SteadyDialog } from "./SteadyDialog";
import { wholeTake } from "./times";

/** The files that can be made of a finished take; `place` is the position of its player, in seconds. */
export function MakingTools({ take, place }: { take: Take; place: RefObject<number> }) {
  const text = useTexts().t.takes.make;
  const { can } = useTakes();
  const [opened, setOpened] = useState<Making | null>(null);
  // The part is kept when the user closes a dialog to look for its end.
  const [part, setPart] = useState(wholeTake);
  const title = useId();
  const offered = offers(take, can);
  if (offered.length === 0) return null;
  const ends = { take, part, onPart: setPart, place, onClose: () => setOpened(null) };
  return (
    <section className="making" aria-labelledby={title}>
      <h2 id={title}>{text.title}</h2>
      <div className="making-list">
        {offered.includes("export") && <Button label={text.export} icon="export" onClick={() => setOpened("export")} />}
        {offered.includes("trim") && <Button label={text.cut} icon="cut" onClick={() => setOpened("trim")} />}
        {offered.includes("compose") && <Button label={text.draw} icon="layout" onClick={() => setOpened("compose")} />}
        {offered.includes("dub") && <Button label={text.dub} icon="sound" onClick={() => setOpened("dub")} />}
        {offered.includes("stabilise") && <Button label={text.steady} icon="camera" onClick={() => setOpened("stabilise")} />}
        {offered.includes("timeline") && <Timelines take={take} />}
      </div>
      {opened === "export" && <ExportDialog {...ends} />}
      {opened === "trim" && <CutDialog {...ends} />}
      {opened === "compose" && <DrawDialog take={take} onClose={ends.onClose} />}
      {opened === "dub" && <DubDialog take={take} onClose={ends.onClose} />}
      {opened === "stabilise" && <SteadyDialog take={take} onClose={ends.onClose} />}
    </section>
  );
}

/** The take as a timeline, for each kind of video editor. */
function Timelines({ take }: { take: Take }) {
  const text = useTexts().t.takes.make;
  const kinds = [
    ["otio", "DaVinci Resolve, Kdenlive"], ["fcpxml", "Final Cut Pro"], ["edl", text.otherEditors], ["kdenlive", "Kdenlive, Shotcut"],
  ] as const;
  return (
    <details className="timelines">
      <summary className="button">
        <Icon name="takes" />
        <span>{text.editors}</span>
      </summary>
      <p className="quiet">{text.editorsNote}</p>
      <ul>
        {kinds.map(([format, name]) => (
          <li key={format}>
            <a className="button" href={timelineAddress(take, format)} download>
              <span>{name}</span>
              <span className="quiet">.{format}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
