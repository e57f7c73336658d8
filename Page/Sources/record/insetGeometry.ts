/** A rectangle in shares of the combined picture, 0 ... 1. */
export type Rectangle = { x: number; y: number; width: number; height: number };
export type Corner = "top-left" | "top-right" | "bottom-left" | "bottom-right" | "center";
export type Position = Corner | { x: string; y: string };

export const smallest = 0.05;
const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** Moves a rectangle and keeps all of it inside. */
export const moved = (from: Rectangle, dx: number, dy: number): Rectangle => ({
  ...from,
  x: clamp(from.x + dx, 0, 1 - from.width),
  y: clamp(from.y + dy, 0, 1 - from.height),
});

/** Scales a rectangle about one of its corners, within the picture and the allowed sizes. */
export function scaled(from: Rectangle, factor: number, anchor: Corner | "top-left" = "top-left"): Rectangle {
  const isRight = anchor.endsWith("right");
  const isBottom = anchor.startsWith("bottom");
  const isMiddle = anchor === "center";
  const roomX = isMiddle ? 1 : isRight ? from.x + from.width : 1 - from.x;
  const roomY = isMiddle ? 1 : isBottom ? from.y + from.height : 1 - from.y;
  const most = Math.min(roomX / from.width, roomY / from.height);
  const by = clamp(factor, Math.min(1, smallest / from.width), most);
  const [width, height] = [from.width * by, from.height * by];
  const [dx, dy] = [from.width - width, from.height - height];
  return {
    width, height,
    x: from.x + (isMiddle ? dx / 2 : isRight ? dx : 0),
    y: from.y + (isMiddle ? dy / 2 : isBottom ? dy : 0),
  };
}

/** Returns the corner in which a rectangle lies, within a margin and a tolerance; `null`: none. */
export function cornerOf(at: Rectangle, margin: { x: number; y: number }, reach = 0.03): Corner | null {
  const near = (value: number, wanted: number) => Math.abs(value - wanted) <= reach;
  const left = near(at.x, margin.x), right = near(at.x + at.width, 1 - margin.x);
  const top = near(at.y, margin.y), bottom = near(at.y + at.height, 1 - margin.y);
  if (top && left) return "top-left";
  if (top && right) return "top-right";
  if (bottom && left) return "bottom-left";
  if (bottom && right) return "bottom-right";
  return null;
}

/** Returns a rectangle of this size in a corner. */
export function inCorner(corner: Corner, size: Rectangle, margin: { x: number; y: number }): Rectangle {
  if (corner === "center") return { ...size, x: (1 - size.width) / 2, y: (1 - size.height) / 2 };
  return {
    ...size,
    x: corner.endsWith("left") ? margin.x : 1 - size.width - margin.x,
    y: corner.startsWith("top") ? margin.y : 1 - size.height - margin.y,
  };
}

const percent = (share: number) => `${Math.round(share * 1000) / 10}%`;

/** Returns the position as commands expect it. */
export const positionOf = (at: Rectangle, corner: Corner | null): Position =>
  corner ?? { x: percent(at.x), y: percent(at.y) };

/** Returns the size as commands expect it. */
export const sizeOf = (at: Rectangle): string => percent(Math.max(smallest, Math.min(1, at.width)));
