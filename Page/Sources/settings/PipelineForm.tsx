import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "../components/Button";
import { fill, useTexts } from "../i18n";
import { OutputEditor } from "../plan/OutputEditor";
import { change, valueAt } from "./edit";
import { FieldControl } from "./FieldControl";
import { type Field, label, named, type Schema, type Section, section } from "./schema";
import { usePipeline, usePipelineStore } from "./usePipeline";
import { find, type MapNode } from "./yaml";

/** The sections that people change most; everything else is changed in the text. */
export function PipelineForm({ root, schema }: { root: MapNode; schema: Schema }) {
  const { t } = useTexts();
  const of = (name: string) => schema.properties?.[name] ?? {};
  const outputs = names(root, "encoders").filter((name) => name !== "default" && name !== "audio");
  const encoders = section(of("encoders"), ["encoders"]).sections;
  const own = outputs.map((name) => section(named(of("encoders")), ["encoders", name]));
  return (
    <form className="pipeline-sections" onSubmit={(event) => event.preventDefault()}>
      <Group title={t.setup.outputs}><Outputs /></Group>
      <Group title={t.settings.sections.cameras} help={of("cameras").description} isOpen>
        {names(root, "cameras").map((name) => (
          <Group key={name} title={name} isInner>
            <Fields root={root} section={section(named(of("cameras")), ["cameras", name])} />
            <RemoveCamera name={name} />
          </Group>
        ))}
        <AddCamera schema={of("cameras")} />
      </Group>
      {find(root, ["microphones"]) === undefined && (
        <Group title={t.settings.sections.microphone}>
          <Fields root={root} section={section(of("microphone"), ["microphone"])} />
        </Group>
      )}
      {(["combined", "recording", "storage"] as const).map((name) => (
        <Group key={name} title={t.settings.sections[name]}>
          <Fields root={root} section={section(of(name), [name])} />
        </Group>
      ))}
      <Group title={t.settings.sections.encoders}>
        {[...encoders, ...own].map((one) => (
          <Group key={label(one)} title={label(one)} help={one.help} isInner><Fields root={root} section={one} /></Group>
        ))}
      </Group>
    </form>
  );
}

function names(root: MapNode, key: string): string[] {
  const node = find(root, [key]);
  return node?.kind === "map" ? node.entries.map((entry) => entry.key) : [];
}

type GroupProps = { title: string; help?: string; isOpen?: boolean; isInner?: boolean; children: ReactNode };

/** Its fields are made when it is opened: there are hundreds of them. */
function Group({ title, help, isOpen = false, isInner = false, children }: GroupProps) {
  const [hasOpened, setOpened] = useState(isOpen);
  return (
    <details
      className={isInner ? "pipeline-group is-inner" : "pipeline-group settings-group"} open={isOpen}
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
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
      {section.sections.map((inner) => (
        <Group key={label(inner)} title={label(inner)} help={inner.help} isInner><Fields root={root} section={inner} /></Group>
      ))}
    </>
  );
}

/** The outputs as the machine would record them now. While something is wrong, there are none to choose for. */
function Outputs() {
  const { t } = useTexts();
  const { basis, plan } = usePipeline();
  const outputs = (plan ?? basis)?.outputs ?? [];
  if (outputs.length === 0) return <p className="quiet">{plan?.obstacle ?? t.setup.estimating}</p>;
  return (
    <>
      {outputs.map((output) => (
        <Group key={output.name} title={output.name} isInner><OutputEditor output={output} parts={["size", "rate", "codec", "bitrate"]} /></Group>
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
