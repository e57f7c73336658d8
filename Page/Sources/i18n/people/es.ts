import type { PeopleTexts } from ".";

export const people: PeopleTexts = {
  title: "Quién está",
  count: { one: "{n} persona", other: "{n} personas" },
  you: "usted",
  directs: "dirige",
  looks: "mira",
  inControl: "al mando",
  last: "{what}, {time}",
  nothing: "Aún no ha cambiado nada",
  by: "{who}: {what}",
  onlyLooks: "Este enlace solo permite mirar",
  onlyLooksDetail: "Dirige quien tiene el otro enlace.",
  kinds: { phone: "Teléfono {n}", tablet: "Tableta {n}", computer: "Ordenador {n}", program: "Programa {n}" },
};
