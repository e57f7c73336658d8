import type { PeopleTexts } from ".";

export const people: PeopleTexts = {
  title: "Wer da ist",
  count: { one: "{n} Person", other: "{n} Personen" },
  you: "Sie",
  directs: "steuert",
  looks: "schaut zu",
  inControl: "steuert gerade",
  last: "{what}, {time}",
  nothing: "Noch nichts geändert",
  by: "{who}: {what}",
  onlyLooks: "Dieser Link schaut nur zu",
  onlyLooksDetail: "Wer den anderen Link hat, steuert.",
  kinds: { phone: "Telefon {n}", tablet: "Tablet {n}", computer: "Rechner {n}", program: "Programm {n}" },
};
