import { useState } from "react";
import type { Person } from "../api/generated";
import { Icon } from "../components/Icon";
import { useOutside } from "../components/useOutside";
import { fill, type Texts, useTexts } from "../i18n";
import { useDirects, useModel } from "../store/hooks";
import { type Change, inControl } from "../store/model";

const nobody: Person[] = [];

/** Returns a person's name in this page's language, from the server's `phone 2`. */
export function personName(id: string, { t }: Texts): string {
  const [kind = "", number = ""] = id.split(" ");
  const kinds: Record<string, string> = t.people.kinds;
  return fill(kinds[kind] ?? id, { n: number });
}

/** The number of people, which opens their list. Hidden while the person who directs is alone. */
export function PeopleChip() {
  const texts = useTexts();
  const people = useModel((model) => model.state?.people ?? nobody);
  const directs = useDirects();
  const [isOpen, setOpen] = useState(false);
  useOutside(".people-chip, .people", isOpen, () => setOpen(false));
  if (people.length < 2 && directs) return null;
  const name = texts.plural(texts.t.people.count, people.length);
  return (
    <>
      <div className="people-chip glass controls">
        <button type="button" className="button is-plain is-toggle" title={name} aria-label={name} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name="people" />
          <span aria-hidden="true">{texts.number(people.length)}</span>
        </button>
      </div>
      {isOpen && <PeopleList people={people} />}
    </>
  );
}

function PeopleList({ people }: { people: Person[] }) {
  const texts = useTexts();
  const { t } = texts;
  const own = useModel((model) => model.state?.person ?? null);
  const directing = inControl(people);
  return (
    <section className="popover glass people controls" aria-label={t.people.title}>
      <h2>{t.people.title}</h2>
      <ul>
        {people.map((person) => (
          <li key={person.id} data-control={person.id === directing || undefined}>
            <Icon name={person.role === "viewer" ? "eye" : "panel"} />
            <p>
              <strong>{personName(person.id, texts)}</strong>
              {person.id === own && ` (${t.people.you})`}
              {" · "}
              {person.id === directing ? t.people.inControl : person.role === "viewer" ? t.people.looks : t.people.directs}
              {person.role === "director" && <small>{lastCommand(person, texts)}</small>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function lastCommand(person: Person, texts: Texts): string {
  const last = person["last-command"];
  if (last === null) return texts.t.people.nothing;
  const changes: Record<Change, string> = texts.t.commands;
  return fill(texts.t.people.last, { what: changes[last.command] ?? last.command, time: texts.date(new Date(last.time), { timeStyle: "medium" }) });
}
