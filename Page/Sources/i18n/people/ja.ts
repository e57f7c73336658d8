import type { PeopleTexts } from ".";

export const people: PeopleTexts = {
  title: "接続中の人",
  count: { other: "{n} 人" },
  you: "自分",
  directs: "操作",
  looks: "閲覧",
  inControl: "操作中",
  last: "{what}、{time}",
  nothing: "まだ何も変更していません",
  by: "{who}：{what}",
  onlyLooks: "このリンクは閲覧専用です",
  onlyLooksDetail: "操作は、もう一方のリンクを持つ人が行います。",
  kinds: { phone: "電話 {n}", tablet: "タブレット {n}", computer: "コンピューター {n}", program: "プログラム {n}" },
};
