import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import type { Picture } from "../api/generated";
import { fill, useTexts } from "../i18n";
import { useModel, useSetting, useStore } from "../store/hooks";
import type { Actions } from "./actions";
import { type Corner, cornerOf, inCorner, moved, type Position, positionOf, type Rectangle, scaled, sizeOf } from "./insetGeometry";
import { Paced } from "./paced";

/** Returns the camera of the inset and its share of the picture; `null` if no inset can be moved. */
function placeOf(picture: Picture | null): { camera: string; at: Rectangle } | null {
  const [main, inset] = picture?.places ?? [];
  if (!picture || !main || !inset || main.width < picture.width || main.height < picture.height) return null;
  const { width, height } = picture;
  return {
    camera: inset.camera,
    at: { x: inset.x / width, y: inset.y / height, width: inset.width / width, height: inset.height / height },
  };
}

/** A frame over the inset, which fingers, the mouse or keys move and resize. The page draws changes at once, and the recording follows. */
export function InsetHandle({ canvas, actions }: { canvas: HTMLCanvasElement | null; actions: Actions }) {
  const { t } = useTexts();
  const picture = useModel((model) => model.state?.picture ?? null);
  const place = useMemo(() => placeOf(picture), [picture]);
  const position = useSetting("inset.position")?.value as Position | undefined;
  const marginPixels = Number(useSetting("inset.margin")?.value ?? 0);
  const margin = { x: marginPixels / (picture?.width ?? 1280), y: marginPixels / (picture?.height ?? 720) };
  const corner: Corner | "top-left" = typeof position === "string" ? position : "top-left";
  const edit = useEdit(place?.at ?? null, margin, corner, typeof position !== "string");
  const ghost = useGhost(canvas, place?.at ?? null, edit.at !== null);
  if (place === null) return null;
  const shown = edit.at ?? place.at;
  const style: CSSProperties = {
    left: `${shown.x * 100}%`, top: `${shown.y * 100}%`, width: `${shown.width * 100}%`, height: `${shown.height * 100}%`,
  };
  return (
    <div
      className={`inset${edit.at ? " is-moving" : ""}`} style={style} tabIndex={0} role="group"
      aria-label={fill(t.record.insetLabel, { camera: place.camera })} {...edit.handlers}
      onKeyDown={(event) => edit.key(event, () => actions.swap())}
    >
      <canvas ref={ghost} className="inset-ghost" hidden={edit.at === null} aria-hidden="true" />
      <span className="inset-resize" aria-hidden="true" title={t.record.resize} data-corner={corner} />
    </div>
  );
}

/** Copies the pixels of the inset when a move begins. */
function useGhost(canvas: HTMLCanvasElement | null, at: Rectangle | null, isMoving: boolean) {
  const ghost = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!isMoving || canvas === null || ghost.current === null || at === null) return;
    const [width, height] = [Math.max(1, at.width * canvas.width), Math.max(1, at.height * canvas.height)];
    [ghost.current.width, ghost.current.height] = [width, height];
    ghost.current.getContext("2d")?.drawImage(canvas, at.x * canvas.width, at.y * canvas.height, width, height, 0, 0, width, height);
    // The copy is made once, because `at` follows the recording during the move.
  }, [canvas, isMoving]);
  return ghost;
}

type Grip = { kind: "move" | "resize"; begin: Rectangle; x: number; y: number; box: DOMRect };

function useEdit(place: Rectangle | null, margin: { x: number; y: number }, corner: Corner, isFree: boolean) {
  const store = useStore();
  const [at, setAt] = useState<Rectangle | null>(null);
  const grip = useRef<Grip | null>(null);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const pinch = useRef<{ distance: number; begin: Rectangle } | null>(null);
  const sender = useMemo(
    () => new Paced<{ at: Rectangle; corner: Corner | null; isSized: boolean }>(({ at, corner, isSized }) => {
      const position = positionOf(at, corner);
      const args = isSized ? { size: sizeOf(at), ...(corner === null ? { position } : {}) } : { position };
      const settings: Record<string, unknown> = isSized ? { "inset.size": sizeOf(at) } : {};
      if ("position" in args) settings["inset.position"] = position;
      return store.perform("inset", args, settings);
    }),
    [store]);
  // The drawn position stays until the server's own position arrives.
  const released = useRef(false);
  useEffect(() => {
    if (released.current) {
      released.current = false;
      setAt(null);
    }
  }, [place]);
  const show = (next: Rectangle, isSized: boolean) => {
    const snapped = isSized ? (isFree ? null : corner) : cornerOf(next, margin);
    const drawn = !isSized && snapped !== null ? inCorner(snapped, next, margin) : next;
    setAt(drawn);
    sender.push({ at: drawn, corner: snapped, isSized });
  };
  const release = () => {
    grip.current = null;
    released.current = true;
    setTimeout(() => {
      if (!released.current) return;
      released.current = false;
      setAt(null);
    }, 1500);
  };
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (place === null) return;
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      event.currentTarget.setPointerCapture(event.pointerId);
      released.current = false;
      const begin = at ?? place;
      if (fingers.current.size === 2) {
        event.stopPropagation();
        pinch.current = { distance: spread(fingers.current), begin };
        return;
      }
      const kind = (event.target as HTMLElement).classList.contains("inset-resize") ? "resize" : "move";
      const box = event.currentTarget.parentElement!.getBoundingClientRect();
      grip.current = { kind, begin, x: event.clientX, y: event.clientY, box };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const finger = fingers.current.get(event.pointerId);
      if (finger === undefined) return;
      [finger.x, finger.y] = [event.clientX, event.clientY];
      if (pinch.current !== null) {
        show(scaled(pinch.current.begin, spread(fingers.current) / pinch.current.distance, corner), true);
        return;
      }
      const held = grip.current;
      if (held === null) return;
      const dx = (event.clientX - held.x) / held.box.width;
      const dy = (event.clientY - held.y) / held.box.height;
      if (at === null && Math.hypot(event.clientX - held.x, event.clientY - held.y) < 5) return;
      if (held.kind === "move") show(moved(held.begin, dx, dy), false);
      else {
        const outwards = corner.endsWith("right") ? -dx : dx;
        show(scaled(held.begin, (held.begin.width + outwards) / held.begin.width, corner), true);
      }
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      fingers.current.delete(event.pointerId);
      if (fingers.current.size < 2) pinch.current = null;
      if (at !== null && fingers.current.size === 0) {
        event.stopPropagation();
        release();
      }
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      fingers.current.delete(event.pointerId);
      pinch.current = null;
      release();
    },
  };
  const key = (event: KeyboardEvent, swap: () => void) => {
    if (place === null) return;
    const from = at ?? place;
    const step = event.shiftKey ? 0.05 : 0.01;
    const by: Record<string, [number, number]> = {
      ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step],
    };
    const direction = by[event.key];
    if (direction) {
      const next = moved(from, direction[0], direction[1]);
      setAt(next);
      sender.push({ at: next, corner: null, isSized: false });
    } else if (event.key === "+" || event.key === "-" || event.key === "=") show(scaled(from, event.key === "-" ? 0.95 : 1.05, corner), true);
    else if (event.key === "Enter") swap();
    else return;
    event.preventDefault();
    event.stopPropagation();
    release();
  };
  return { at, handlers, key };
}

const spread = (fingers: Map<number, { x: number; y: number }>): number => {
  const [one, other] = [...fingers.values()];
  return Math.max(1, Math.hypot(one!.x - other!.x, one!.y - other!.y));
};
