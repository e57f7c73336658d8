import type { PeopleTexts } from ".";

export const people: PeopleTexts = {
  title: "Qui est là",
  count: { one: "{n} personne", other: "{n} personnes" },
  you: "vous",
  directs: "dirige",
  looks: "regarde",
  inControl: "aux commandes",
  last: "{what}, {time}",
  nothing: "Rien modifié pour l’instant",
  by: "{who} : {what}",
  onlyLooks: "Ce lien permet seulement de regarder",
  onlyLooksDetail: "La personne qui a l’autre lien dirige.",
  kinds: { phone: "Téléphone {n}", tablet: "Tablette {n}", computer: "Ordinateur {n}", program: "Programme {n}" },
};
