import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "../components/Button";
import { fill, useTexts } from "../i18n";
import { outputsOf } from "../plan/choices";
import { OutputEditor } from "../plan/OutputEditor";
import { change, valueAt } from "./edit";
import { FieldControl } from "./FieldControl";
import { type Field, label, named, type Schema, type Section, section } from "./schema";
import { usePipeline, usePipelineStore } from "./usePipeline";
import { find, type MapNode } from "./yaml";

/** The form for the most frequently changed sections; everything else is changed in the text. */
export function PipelineForm({ root, schema }: { root: MapNode; schema: Schema }) {
  const { t } = useTexts();
  const of = (name: string) => schema.properties?.[name] ?? {};
  const outputs = names(root, "encoders").filter((name) => name !== "default" && name !== "audio");
  const encoders = section(of("encoders"), ["encoders"]).sections;
  const own = outputs.map((name) => section(named(of("encoders")), ["encoders", name]));
  return (
    <form className="pipeline-sections" onSubmit={(event) => event.preventDefault()}>
      <Group id="outputs" title={t.setup.outputs}><Outputs /></Group>
      <Group id="cameras" title={t.settings.sections.cameras} help={of("cameras").description} isOpen>
        {names(root, "cameras").map((name) => (
          <Group key={name} id={`cameras.${name}`} title={name} isInner>
            <Fields root={root} section={section(named(of("cameras")), ["cameras", name])} />
            <RemoveCamera name={name} />
          </Group>
        ))}
        <AddCamera schema={of("cameras")} />
      </Group>
      {find(root, ["microphones"]) === undefined && (
        <Group id="microphone" title={t.settings.sections.microphone}>
          <Fields root={root} section={section(of("microphone"), ["microphone"])} />
        </Group>
      )}
      {(["combined", "recording", "storage"] as const).map((name) => (
        <Group key={name} id={name} title={t.settings.sections[name]}>
          <Fields root={root} section={section(of(name), [name])} />
        </Group>
      ))}
      <Group id="encoders" title={t.settings.sections.encoders}>
        {[...encoders, ...own].map((one) => <SectionGroup key={label(one)} root={root} section={one} />)}
      </Group>
    </form>
  );
}

function names(root: MapNode, key: string): string[] {
  const node = find(root, [key]);
  return node?.kind === "map" ? node.entries.map((entry) => entry.key) : [];
}

type GroupProps = { id: string; title: string; help?: string; isOpen?: boolean; isInner?: boolean; children: ReactNode };

/** A group of the form. Its fields are created when it is opened, because there are hundreds of them. */
function Group({ id, title, help, isOpen = false, isInner = false, children }: GroupProps) {
  const { groups } = usePipelineStore();
  const [begin] = useState(groups.get(id) ?? isOpen);
  const [hasOpened, setOpened] = useState(begin);
  return (
    <details
      className={isInner ? "pipeline-group is-inner" : "pipeline-group settings-group"} open={begin}
      onToggle={({ currentTarget: { open } }) => {
        groups.set(id, open);
        if (open) setOpened(true);
      }}
    >
      <summary>{title}</summary>
      {hasOpened && (
        <div className="pipeline-fields">
          {help && <p className="quiet" lang="en">{help}</p>}
          {children}
        </div>
      )}
    </details>
  );
}

function Fields({ root, section }: { root: MapNode; section: Section }) {
  const store = usePipelineStore();
  const { text, check } = usePipeline();
  const set = (field: Field, value: string | string[] | null) => store.change(change(text, field.path, value));
  return (
    <>
      {section.fields.map((field) => (
        <FieldControl
          key={label(field)} field={field} value={valueAt(root, field.path)} onChange={(value) => set(field, value)}
          problem={check?.problems.find((problem) => problem.key === field.path.join("."))?.message}
        />
      ))}
      {section.sections.map((inner) => <SectionGroup key={label(inner)} root={root} section={inner} />)}
    </>
  );
}

function SectionGroup({ root, section }: { root: MapNode; section: Section }) {
  return (
    <Group id={section.path.join(".")} title={label(section)} help={section.help} isInner><Fields root={root} section={section} /></Group>
  );
}

/** The outputs as this machine would record them. */
function Outputs() {
  const { t } = useTexts();
  const pipeline = usePipeline();
  const outputs = outputsOf(pipeline);
  const obstacle = (pipeline.plan ?? pipeline.basis)?.obstacle;
  return (
    <>
      {obstacle && <p lang="en">{obstacle}</p>}
      {outputs.length === 0 && !obstacle && <p className="quiet">{t.setup.estimating}</p>}
      {outputs.map((output) => (
        <Group key={output.name} id={`outputs.${output.name}`} title={output.name} isInner><OutputEditor output={output} parts={["size", "rate", "codec", "bitrate"]} /></Group>
      ))}
    </>
  );
}

function RemoveCamera({ name }: { name: string }) {
  const { t } = useTexts();
  const store = usePipelineStore();
  const remove = () => store.change(change(store.get().text, ["cameras", name], null));
  return <Button label={fill(t.settings.removeCamera, { name })} icon="trash" onClick={remove} />;
}

function AddCamera({ schema }: { schema: Schema }) {
  const { t } = useTexts();
  const store = usePipelineStore();
  const [name, setName] = useState("");
  const pattern = Object.keys((schema.anyOf ?? [schema]).find((form) => form.patternProperties)?.patternProperties ?? {})[0];
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (name === "" || (pattern && !new RegExp(pattern).test(name))) return;
    store.change(change(store.get().text, ["cameras", name, "device"], "auto"));
    setName("");
  };
  return (
    <div className="pipeline-add">
      <label className="field">
        <span>{t.settings.cameraName}</span>
        <input
          className="input" value={name} pattern={pattern} autoComplete="off" autoCapitalize="off" spellCheck={false}
          onChange={(event) => setName(event.currentTarget.value)} onKeyDown={(event) => event.key === "Enter" && add(event)}
        />
      </label>
      <Button label={t.settings.addCamera} icon="camera" onClick={add} />
    </div>
  );
}
