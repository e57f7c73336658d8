import { useEffect } from "react";

/** Closes what is open on Escape, or on a press outside the elements that `inside` selects. */
export function useOutside(inside: string, isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const press = (event: PointerEvent) => {
      if (!(event.target as Element).closest(inside)) close();
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape") close();
    };
    document.addEventListener("pointerdown", press);
    document.addEventListener("keydown", key);
    return () => {
      document.removeEventListener("pointerdown", press);
      document.removeEventListener("keydown", key);
    };
  }, [inside, isOpen]);
}
