import type { Plural } from "../plural";

export const people = {
  title: "Who is here",
  count: { one: "{n} person", other: "{n} people" } as Plural,
  you: "you",
  directs: "directs",
  looks: "looks",
  inControl: "in control",
  last: "{what}, {time}",
  nothing: "Nothing changed yet",
  by: "{who}: {what}",
  onlyLooks: "This link only looks",
  onlyLooksDetail: "Whoever has the other link directs.",
  kinds: { phone: "Phone {n}", tablet: "Tablet {n}", computer: "Computer {n}", program: "Program {n}" },
};
