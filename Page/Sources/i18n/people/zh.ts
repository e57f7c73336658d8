import type { PeopleTexts } from ".";

export const people: PeopleTexts = {
  title: "谁在线",
  count: { other: "{n} 人" },
  you: "您",
  directs: "操作",
  looks: "观看",
  inControl: "正在操作",
  last: "{what}，{time}",
  nothing: "尚未更改任何内容",
  by: "{who}：{what}",
  onlyLooks: "此链接只能观看",
  onlyLooksDetail: "由持有另一个链接的人操作。",
  kinds: { phone: "手机 {n}", tablet: "平板 {n}", computer: "电脑 {n}", program: "程序 {n}" },
};
