import { useModel } from "../store/hooks";
import { cameras, setting } from "../store/model";

type Box = { x: number; y: number; width: number; height: number };

/** The cells of a layout for so many cameras, in a field of 32 by 18. */
export function cells(layout: string, count: number): Box[] {
  const all: Box = { x: 0, y: 0, width: 32, height: 18 };
  const row = (number: number, area: Box): Box[] =>
    Array.from({ length: number }, (_, index) => ({ ...area, x: area.x + (area.width / number) * index, width: area.width / number }));
  const column = (number: number, area: Box): Box[] =>
    Array.from({ length: number }, (_, index) => ({ ...area, y: area.y + (area.height / number) * index, height: area.height / number }));
  switch (layout) {
    case "stacked": return column(count, all);
    case "side-by-side": return row(count, all);
    case "dominant": return [{ ...all, width: 22 }, ...column(Math.max(1, count - 1), { ...all, x: 22, width: 10 })];
    case "grid": {
      const columns = Math.ceil(Math.sqrt(count));
      const rows = Math.ceil(count / columns);
      return Array.from({ length: count }, (_, index) => ({
        x: (index % columns) * (32 / columns), y: Math.floor(index / columns) * (18 / rows), width: 32 / columns, height: 18 / rows,
      }));
    }
    case "pip": case "front-primary": case "back-primary": {
      const insets = layout === "pip" ? 1 : Math.max(1, count - 1);
      return [all, ...Array.from({ length: Math.min(2, insets) }, (_, index) => ({ x: 21.5, y: 11 - index * 7, width: 9, height: 5.5 }))];
    }
    default: return [all];
  }
}

const shades = ["#5b9dff", "#ff9f6b", "#7ad39a", "#d39af0", "#f0d36b", "#9aa4b8"];

/** A drawing of a layout with a colour for each camera, which stays with it. */
export function LayoutMiniature({ layout }: { layout: string }) {
  const order = useModel((model) => {
    const all = cameras(model);
    const main = layout === "front-primary" ? "front" : layout === "back-primary" ? "back" : setting(model, "main")?.value;
    const first = all.includes(String(main)) && layout !== "grid" ? [String(main)] : [];
    return [...first, ...all.filter((name) => !first.includes(name))].map((name) => all.indexOf(name)).join(",");
  });
  const indices = order.split(",").map(Number);
  return (
    <svg className="miniature" viewBox="0 0 32 18" aria-hidden="true">
      {cells(layout, Math.max(1, indices.length)).map((box, index) => (
        <rect key={index} x={box.x + 0.4} y={box.y + 0.4} width={box.width - 0.8} height={box.height - 0.8} rx="1.2" fill={shades[(indices[index] ?? index) % shades.length]} />
      ))}
    </svg>
  );
}
