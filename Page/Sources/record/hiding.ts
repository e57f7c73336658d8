import { useEffect, useRef, useState } from "react";

const after = 3000;

/** Returns true if there was no input for three seconds and `mayHide`; never while a control shows the focus. */
export function useIdle(mayHide: boolean): boolean {
  const [isIdle, setIdle] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => {
    if (!mayHide) {
      setIdle(false);
      return;
    }
    const rest = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const focused = document.activeElement;
        if (focused && focused !== document.body && focused.matches(":focus-visible") && focused.closest(".controls")) rest();
        else setIdle(true);
      }, after);
    };
    const wake = () => {
      setIdle(false);
      rest();
    };
    const kinds = ["pointermove", "pointerdown", "keydown", "wheel", "focusin"] as const;
    kinds.forEach((kind) => window.addEventListener(kind, wake, { passive: true, capture: true }));
    rest();
    return () => {
      clearTimeout(timer.current);
      kinds.forEach((kind) => window.removeEventListener(kind, wake, { capture: true }));
    };
  }, [mayHide]);
  return isIdle;
}
