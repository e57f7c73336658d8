import { type CSSProperties, type RefObject, useState } from "react";
import { Switch } from "../../components/Controls";
import { Icon } from "../../components/Icon";
import { fill, type Texts, useTexts } from "../../i18n";
import { clock } from "../clock";
import type { Take } from "../model";
import { exportBody, mayHaveSubtitles } from "./bodies";
import { makesChapters, mayHaveChapters } from "./chapters";
import { MakeDialog } from "./MakeDialog";
import { isTooLong, type Template, type TemplateName, templatesFor } from "./templates";
import { type TextFile, TextFileField } from "./TextFileField";
import { PartFields } from "./TimeField";
import { isFaulty, type Part, readPart, spanLength } from "./times";

export interface PartProps {
  take: Take;
  part: Part;
  onPart: (part: Part) => void;
  /** The player's position, in seconds. */
  place: RefObject<number>;
  onClose: () => void;
}

/** A dialog that exports a take for a platform or a purpose. */
export function ExportDialog({ take, part, onPart, place, onClose }: PartProps) {
  const texts = useTexts();
  const text = texts.t.takes.make;
  const templates = templatesFor(take);
  const [name, setName] = useState<TemplateName | null>(null);
  const [withChapters, setWithChapters] = useState(false);
  const [isEven, setEven] = useState(true);
  const [isQuieter, setQuieter] = useState(false);
  const [subtitles, setSubtitles] = useState<TextFile | null>(null);
  const template = templates.find((one) => one.name === name) ?? templates[0];
  if (template === undefined) return null;
  const { span, faults } = readPart(part, take.recorded);
  const length = template.takesPart ? spanLength(span, take.recorded) : take.recorded;
  const lack = makesChapters(take, template.takesPart ? span : { from: null, to: null }) ? undefined : text.fewChapters;
  return (
    <MakeDialog
      title={text.exportTitle} take={take} kind="export" body={exportBody(take, template, { span, withChapters, isEven, isQuieter, subtitles: subtitles?.text })}
      obstacle={template.takesPart && isFaulty(faults) ? text.wrongPart : tooLong(template, length, texts)} onClose={onClose}
    >
      <fieldset className="templates">
        <legend>{text.purpose}</legend>
        {templates.map((one) => (
          <TemplateCard key={one.name} template={one} take={take} isChosen={one === template} onChoose={() => setName(one.name)} />
        ))}
      </fieldset>
      {template.takesPart && <PartFields part={part} faults={faults} length={take.recorded} place={place} onChange={onPart} />}
      {mayHaveSubtitles(template) && <TextFileField label={text.subtitles} accept=".srt" file={subtitles} onChange={setSubtitles} />}
      {(mayHaveChapters(take, template) || template.isEven) && (
        <div>
          {mayHaveChapters(take, template) && (
            <Switch label={text.chapters} on={withChapters && lack === undefined} obstacle={lack} onChange={setWithChapters} />
          )}
          {mayHaveChapters(take, template) && lack && <p className="quiet">{lack}</p>}
          {template.isEven && <Switch label={text.even} on={isEven} onChange={setEven} />}
          {template.isEven && <Switch label={text.noise} on={isQuieter} onChange={setQuieter} />}
        </div>
      )}
    </MakeDialog>
  );
}

function tooLong(template: Template, length: number, texts: Texts): string | undefined {
  if (!isTooLong(template, length)) return undefined;
  const text = texts.t.takes.make;
  return fill(text.tooLong, { name: text.templates[template.name].name, longest: clock(template.longest), length: clock(length) });
}

function TemplateCard(props: { template: Template; take: Take; isChosen: boolean; onChoose: () => void }) {
  const { name, use } = useTexts().t.takes.make.templates[props.template.name];
  return (
    <label className="template">
      <input type="radio" name="template" checked={props.isChosen} onChange={props.onChoose} />
      <span className="template-frame" aria-hidden="true">
        {props.template.frame === null ? <Icon name="sound" /> : <i style={shape(props.template.frame, props.take)} />}
      </span>
      <span className="template-words">
        <strong>{name}</strong>
        <span>{use}</span>
      </span>
    </label>
  );
}

/** Returns the style of a small drawing of a frame, in CSS pixels. */
function shape(frame: "16:9" | "9:16" | "1:1" | "recorded", take: Take): CSSProperties {
  const video = (take.files.find((file) => file.output === "combined") ?? take.files.find((file) => file.video))?.video;
  const [width = 16, height = 9] = frame === "recorded" ? [video?.width, video?.height] : frame.split(":").map(Number);
  const scale = (width === height ? 28 : 36) / Math.max(width, height);
  return { width: width * scale, height: height * scale };
}
