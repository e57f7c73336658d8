import { type PointerEvent, useMemo, useRef } from "react";
import { useStore } from "../store/hooks";
import { setting } from "../store/model";
import type { Actions } from "./actions";
import { Paced } from "./paced";
import type { AimTools } from "./useAim";

type Finger = { x: number; y: number };
const distance = (fingers: Finger[]): number => Math.hypot(fingers[0]!.x - fingers[1]!.x, fingers[0]!.y - fingers[1]!.y);

/** The maximum time (ms) and distance (px) between two taps of a double tap. */
const again = { time: 350, distance: 30 };
/** A finger that moves less than this (px) has tapped. */
const steady = 10;

type Press = Finger & { isOnInset: boolean; kind: "tap" | "swipe" | "other" };

/**
 * Gestures on the picture: a pinch zooms the camera that fills it, and so do Ctrl and the wheel; a double tap swaps. If the camera has
 * the controls, a tap sets focus and exposure, a swipe after it changes the exposure, and three taps lock both.
 */
export function useGestures(source: string, actions: Actions, aim: AimTools) {
  const store = useStore();
  const fingers = useRef(new Map<number, Finger>());
  const pinch = useRef<{ begin: number; factor: number; camera: string } | null>(null);
  const press = useRef<Press | null>(null);
  const taps = useRef({ count: 0, time: 0, x: 0, y: 0, isAimed: false, timer: undefined as ReturnType<typeof setTimeout> | undefined });
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
    // Runs before an element over the picture captures the event: a forgotten finger would turn the next one into a pinch.
    const lift = (event: PointerEvent) => {
      fingers.current.delete(event.pointerId);
      if (fingers.current.size < 2) pinch.current = null;
    };
    const swap = () => {
      if (source === "combined") actions.swap();
    };
    const tap = (event: PointerEvent) => {
      const last = taps.current;
      const isNear = Math.hypot(event.clientX - last.x, event.clientY - last.y) < again.distance;
      const count = isNear && event.timeStamp - last.time < again.time ? last.count + 1 : 1;
      clearTimeout(last.timer);
      const isAimed = count === 1 ? aim.show({ x: event.clientX, y: event.clientY }) : last.isAimed;
      const later = (work: () => void) => setTimeout(work, again.time);
      let timer: ReturnType<typeof setTimeout> | undefined;
      if (!isAimed) {
        if (count === 2) swap();
      } else if (count === 1) timer = later(aim.set);
      else if (count === 2) {
        timer = later(() => {
          aim.hide();
          swap();
        });
      } else aim.lock();
      const isDone = count === 3 || (count === 2 && !isAimed);
      taps.current = { count: isDone ? 0 : count, time: event.timeStamp, x: event.clientX, y: event.clientY, isAimed, timer };
    };
    return {
      onPointerDown(event: PointerEvent) {
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        const isOnInset = (event.target as Element).closest(".inset") !== null;
        press.current = { x: event.clientX, y: event.clientY, isOnInset, kind: fingers.current.size === 1 ? "tap" : "other" };
        const chosen = camera();
        if (fingers.current.size === 2 && typeof chosen === "string") {
          pinch.current = { begin: distance([...fingers.current.values()]), factor: current(chosen), camera: chosen };
        }
      },
      onPointerMove(event: PointerEvent) {
        const finger = fingers.current.get(event.pointerId);
        if (finger === undefined) return;
        [finger.x, finger.y] = [event.clientX, event.clientY];
        const held = press.current;
        if (held?.kind === "tap" && Math.hypot(finger.x - held.x, finger.y - held.y) > steady) {
          held.kind = !held.isOnInset && aim.beginSwipe(held.y) ? "swipe" : "other";
        }
        if (held?.kind === "swipe") aim.swipe(event.clientY);
        if (pinch.current === null || fingers.current.size < 2) return;
        const { begin, factor, camera } = pinch.current;
        zoom.push({ camera, factor: limited(camera, (factor * distance([...fingers.current.values()])) / begin) });
      },
      onPointerUpCapture: lift,
      onPointerUp(event: PointerEvent) {
        if (press.current?.kind === "tap") tap(event);
        else taps.current.count = 0;
        press.current = null;
      },
      onPointerCancelCapture: lift,
      onWheel(event: React.WheelEvent) {
        const chosen = camera();
        if (!event.ctrlKey || typeof chosen !== "string") return;
        const factor = limited(chosen, current(chosen) * Math.exp(-event.deltaY / 200));
        zoom.push({ camera: chosen, factor });
      },
    };
  }, [source, store, actions, aim, zoom]);
}
