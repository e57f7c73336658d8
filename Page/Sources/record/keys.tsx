import { useEffect, useRef } from "react";
import { Dialog } from "../components/Dialog";
import { useTexts } from "../i18n";
import { useDirects, useStore } from "../store/hooks";
import { setting } from "../store/model";
import type { Actions } from "./actions";

type Options = {
  actions: Actions; directs: boolean; source: string; setSource: (source: string) => void;
  togglePanel: () => void; closePanel: () => void; showKeys: () => void;
};

/** Handles the keyboard shortcuts, unless the user is typing or a dialog is open. */
export function useKeys(options: Options): void {
  const store = useStore();
  const current = useRef(options);
  current.current = options;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement;
      if (target.closest("input:not([type=range]):not([type=checkbox]), textarea, select, dialog")) return;
      const { actions, directs, source, setSource, togglePanel, closePanel, showKeys } = current.current;
      const nextLayout = () => {
        const layout = setting(store.get(), "layout");
        const words = layout?.choices ?? [];
        const next = words[(words.indexOf(layout?.value as string) + 1) % Math.max(1, words.length)];
        if (typeof next === "string") actions.layout(next);
      };
      const directing: Record<string, () => void> = {
        r: () => actions.record(), " ": () => actions.pause(), m: () => actions.mark(), x: () => actions.swap(), n: () => actions.split(),
        u: () => actions.mute(), l: nextLayout,
      };
      const simple: Record<string, () => void> = {
        ...(directs ? directing : {}), s: () => void actions.snapshot(source), c: togglePanel, "0": () => setSource("combined"),
        a: () => setSource("multiview"), f: toggleFull, "?": showKeys, Escape: closePanel,
      };
      const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
      if (digit) {
        const camera = actions.camera(Number(digit));
        if (camera === undefined) return;
        if (event.shiftKey) directs && actions.main(camera);
        else setSource(camera);
      } else {
        // Space presses a button that has the focus.
        if (event.key === " " && target.closest("button, a, summary, input, [role=radio]")) return;
        const action = simple[event.key.length === 1 ? event.key.toLowerCase() : event.key];
        if (action === undefined || event.repeat) return;
        action();
      }
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [store]);
}

function toggleFull(): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void document.documentElement.requestFullscreen();
}

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const directs = useDirects();
  const all: [key: string, text: string, isForAll?: true][] = [
    ["R", t.record.keyRecord], ["Space", t.record.keyPause], ["M", t.record.mark], ["N", t.record.split], ["X", t.record.swap],
    ["S", t.record.snapshot, true], ["U", t.record.keyMute], ["L", t.record.keyLayout], ["C", t.record.keyPanel, true], ["0", t.record.keyCombined, true],
    ["1 … 9", t.record.keyCamera, true], ["⇧ 1 … 9", t.record.keyMain], ["A", t.record.keyAll, true], ["← ↑ ↓ → + −", t.record.keyInset],
    ["F", t.record.keyFull, true], ["Esc", t.record.keyClose, true], ["?", t.record.keysHelp, true],
  ];
  const keys = all.filter(([, , isForAll]) => directs || isForAll);
  return (
    <Dialog title={t.record.keys} onClose={onClose}>
      <dl className="keys">
        {keys.map(([key, text]) => (
          <div key={key}>
            <dt><kbd>{key}</kbd></dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
