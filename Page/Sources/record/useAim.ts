import { useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "../store/hooks";
import { automatic, cameraAt, correction, dial, type Dial, type Point } from "./focus";
import { Paced } from "./paced";

/** The tapped point, its camera, and the exposure that a swipe has set. */
export type Aim = Point & { camera: string; isLocked: boolean; value: string | number | null };

/** Pixels of a swipe per EV. */
const pixelsPerStop = 80;
const shownFor = 4000;

/** Focus and exposure by touch, for cameras with these controls. */
export function useAim(source: string, canvas: HTMLCanvasElement | null) {
  const store = useStore();
  const [aim, setAim] = useState<Aim | null>(null);
  const current = useRef<Aim | null>(null);
  current.current = aim;
  useEffect(() => setAim(null), [source]);
  useEffect(() => {
    if (aim === null || aim.isLocked) return;
    const timer = setTimeout(() => setAim(null), shownFor);
    return () => clearTimeout(timer);
  }, [aim]);
  const tools = useMemo(() => {
    const settings = () => store.get().state?.settings ?? {};
    const set = (camera: string, control: string, value: string | number) =>
      store.perform("control", { camera, control, value }, { [`controls.${camera}.${control}`]: value });
    const sender = new Paced<{ camera: string; control: string; value: string | number }>(({ camera, control, value }) => set(camera, control, value));
    let swipe: { begin: number; dial: Dial } | null = null;
    /** Returns the point in shares of the picture; `null`: outside the picture, or on a camera without controls. */
    const aimAt = (client: Point): Aim | null => {
      const box = canvas?.getBoundingClientRect();
      if (!box || source === "multiview") return null;
      const point = { x: (client.x - box.left) / box.width, y: (client.y - box.top) / box.height };
      if (point.x < 0 || point.x > 1 || point.y < 0 || point.y > 1) return null;
      const camera = source === "combined" ? cameraAt(store.get().state?.picture, point) : source;
      if (camera === null || (automatic(settings(), camera).length === 0 && dial(settings(), camera) === null)) return null;
      return { ...point, camera, isLocked: false, value: null };
    };
    return {
      /** Shows the square, and returns whether the camera there has controls. */
      show(client: Point): boolean {
        const next = aimAt(client);
        setAim(next);
        return next !== null;
      },
      hide: () => setAim(null),
      /** Makes the camera focus again, and exposes for the spot. */
      set(): void {
        const at = current.current;
        if (at === null) return;
        for (const control of automatic(settings(), at.camera)) void set(at.camera, control, "auto");
        const known = dial(settings(), at.camera);
        if (known?.control === "exposure-bias" && canvas) void set(at.camera, known.control, known.at(correction(brightness(canvas, at))));
      },
      lock(): void {
        const at = current.current;
        if (at === null) return;
        for (const control of automatic(settings(), at.camera)) void set(at.camera, control, "lock");
        setAim({ ...at, isLocked: true });
      },
      /** Begins a swipe; returns false if there is nothing to change. */
      beginSwipe(y: number): boolean {
        const at = current.current;
        const found = at && dial(settings(), at.camera);
        swipe = found ? { begin: y, dial: found } : null;
        return swipe !== null;
      },
      swipe(y: number): void {
        const at = current.current;
        if (at === null || swipe === null) return;
        const value = swipe.dial.at((swipe.begin - y) / pixelsPerStop);
        if (value === at.value) return;
        setAim({ ...at, value });
        sender.push({ camera: at.camera, control: swipe.dial.control, value });
      },
    };
  }, [store, source, canvas]);
  return { aim, tools };
}

export type AimTools = ReturnType<typeof useAim>["tools"];

/** Returns the mean brightness of the picture around a point, 0 ... 255. */
function brightness(canvas: HTMLCanvasElement, { x, y }: Point): number {
  const side = 16;
  const small = document.createElement("canvas");
  [small.width, small.height] = [side, side];
  const context = small.getContext("2d", { willReadFrequently: true })!;
  const [width, height] = [canvas.width / 12, canvas.width / 12];
  context.drawImage(canvas, x * canvas.width - width / 2, y * canvas.height - height / 2, width, height, 0, 0, side, side);
  const { data } = context.getImageData(0, 0, side, side);
  let sum = 0;
  for (let at = 0; at < data.length; at += 4) sum += 0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!;
  return sum / (side * side);
}
