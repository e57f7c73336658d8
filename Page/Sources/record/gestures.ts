import { type PointerEvent, useMemo, useRef } from "react";
import { useStore } from "../store/hooks";
import { setting } from "../store/model";
import type { Actions } from "./actions";
import { Paced } from "./paced";

type Finger = { x: number; y: number };
const distance = (fingers: Finger[]): number => Math.hypot(fingers[0]!.x - fingers[1]!.x, fingers[0]!.y - fingers[1]!.y);

/** Fingers on the picture: two zoom the camera that fills it, a double tap swaps; Ctrl and the wheel zoom, too. */
export function useGestures(source: string, actions: Actions) {
  const store = useStore();
  const fingers = useRef(new Map<number, Finger>());
  const pinch = useRef<{ begin: number; factor: number; camera: string } | null>(null);
  const lastTap = useRef({ time: 0, x: 0, y: 0 });
  const zoom = useMemo(
    () => new Paced<{ camera: string; factor: number }>(({ camera, factor }) =>
      store.perform("zoom", { camera, factor }, { [`zoom.${camera}`]: factor })),
    [store]);
  return useMemo(() => {
    const camera = () => (source === "combined" || source === "multiview" ? setting(store.get(), "main")?.value : source);
    const limited = (camera: string, factor: number) => {
      const known = store.get().state?.settings[`zoom.${camera}`];
      return Math.round(Math.min(known?.most ?? 10, Math.max(known?.least ?? 1, factor)) * 100) / 100;
    };
    const current = (camera: string) => Number(setting(store.get(), `zoom.${camera}`)?.value ?? 1);
    const lift = (event: PointerEvent) => {
      fingers.current.delete(event.pointerId);
      if (fingers.current.size < 2) pinch.current = null;
    };
    return {
      onPointerDown(event: PointerEvent) {
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        const chosen = camera();
        if (fingers.current.size === 2 && typeof chosen === "string") {
          pinch.current = { begin: distance([...fingers.current.values()]), factor: current(chosen), camera: chosen };
        }
      },
      onPointerMove(event: PointerEvent) {
        const finger = fingers.current.get(event.pointerId);
        if (finger === undefined) return;
        [finger.x, finger.y] = [event.clientX, event.clientY];
        if (pinch.current === null || fingers.current.size < 2) return;
        const { begin, factor, camera } = pinch.current;
        zoom.push({ camera, factor: limited(camera, (factor * distance([...fingers.current.values()])) / begin) });
      },
      onPointerUp(event: PointerEvent) {
        const wasPinch = pinch.current !== null;
        lift(event);
        const near = Math.hypot(event.clientX - lastTap.current.x, event.clientY - lastTap.current.y) < 30;
        if (!wasPinch && near && event.timeStamp - lastTap.current.time < 350) {
          lastTap.current.time = 0;
          if (source === "combined") actions.swap();
        } else lastTap.current = { time: wasPinch ? 0 : event.timeStamp, x: event.clientX, y: event.clientY };
      },
      onPointerCancel: lift,
      onWheel(event: React.WheelEvent) {
        const chosen = camera();
        if (!event.ctrlKey || typeof chosen !== "string") return;
        const factor = limited(chosen, current(chosen) * Math.exp(-event.deltaY / 200));
        zoom.push({ camera: chosen, factor });
      },
    };
  }, [source, store, actions, zoom]);
}
