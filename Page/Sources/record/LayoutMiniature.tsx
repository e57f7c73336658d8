import { useEffect, useRef } from "react";
import type { Pictures } from "../preview/usePictures";
import { useModel } from "../store/hooks";
import { cameras, setting } from "../store/model";

type Box = { x: number; y: number; width: number; height: number };

/** Returns the cells of a layout for a number of cameras, in a field of 32 by 18. */
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

type Cell = Box & { camera: string; shade: string };

/** Returns the position of each camera in a layout. */
function useCells(layout: string): Cell[] {
  const all = useModel((model) => cameras(model).join("\n")).split("\n");
  const chosen = useModel((model) => setting(model, "main")?.value);
  const main = layout === "front-primary" ? "front" : layout === "back-primary" ? "back" : String(chosen);
  const first = all.includes(main) && layout !== "grid" ? [main] : [];
  const order = [...first, ...all.filter((name) => !first.includes(name))];
  return cells(layout, order.length).map((box, index) => {
    const camera = order[index] ?? "";
    return { ...box, camera, shade: shades[Math.max(0, all.indexOf(camera)) % shades.length]! };
  });
}

/** A drawing of a layout: with live pictures if there are any, otherwise with a fixed colour for each camera. */
export function LayoutMiniature({ layout, pictures }: { layout: string; pictures: Pictures | null }) {
  const cells = useCells(layout);
  if (pictures !== null) return <LiveMiniature cells={cells} pictures={pictures} />;
  return (
    <svg className="miniature" viewBox="0 0 32 18" aria-hidden="true">
      {cells.map((cell, index) => (
        <rect key={index} x={cell.x + 0.4} y={cell.y + 0.4} width={cell.width - 0.8} height={cell.height - 0.8} rx="1.2" fill={cell.shade} />
      ))}
    </svg>
  );
}

/** Milliseconds between two drawings. */
const pace = 200;
/** Pixels per unit of the field. */
const scale = 8;

function LiveMiniature({ cells, pictures }: { cells: Cell[]; pictures: Pictures }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const current = useRef(cells);
  current.current = cells;
  useEffect(() => {
    const context = canvas.current!.getContext("2d", { alpha: false })!;
    [context.strokeStyle, context.lineWidth] = ["#fff", 2];
    const draw = () => {
      context.fillRect(0, 0, 32 * scale, 18 * scale);
      const [first, ...others] = current.current;
      if (first) drawCell(context, first, pictures);
      for (const cell of others) {
        drawCell(context, cell, pictures);
        // A line separates a picture from the picture beneath it.
        if (first?.width === 32 && first.height === 18) context.strokeRect(cell.x * scale, cell.y * scale, cell.width * scale, cell.height * scale);
      }
    };
    draw();
    const timer = setInterval(draw, pace);
    return () => clearInterval(timer);
  }, [pictures]);
  return <canvas ref={canvas} className="miniature" width={32 * scale} height={18 * scale} aria-hidden="true" />;
}

/** Fills a cell with the middle of its camera's picture, or with the camera's colour. */
function drawCell(context: CanvasRenderingContext2D, cell: Cell, { canvas, info }: Pictures): void {
  const [x, y, width, height] = [cell.x, cell.y, cell.width, cell.height].map((length) => length * scale) as [number, number, number, number];
  const place = info.places?.find((one) => one.name === cell.camera);
  if (place === undefined) {
    context.fillStyle = cell.shade;
    context.fillRect(x, y, width, height);
    context.fillStyle = "#000";
    return;
  }
  const share = canvas.width / info.width;
  const zoom = Math.min(place.width / width, place.height / height);
  const [taken, rows] = [width * zoom, height * zoom];
  context.drawImage(
    canvas, (place.x + (place.width - taken) / 2) * share, (place.y + (place.height - rows) / 2) * share, taken * share, rows * share,
    x + 0.5, y + 0.5, width - 1, height - 1);
}
