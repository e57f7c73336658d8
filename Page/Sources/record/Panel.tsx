import { useEffect, useRef } from "react";
import { Button } from "../components/Button";
import { useTexts } from "../i18n";
import { useDirects } from "../store/hooks";
import { CamerasPanel } from "./panel/CamerasPanel";
import { LayoutsPanel } from "./panel/LayoutsPanel";
import { LimitsPanel } from "./panel/LimitsPanel";
import { LooksPanel } from "./panel/LooksPanel";
import { OutputsPanel } from "./panel/OutputsPanel";
import { OverlaysPanel } from "./panel/OverlaysPanel";
import { SoundPanel } from "./panel/SoundPanel";
import { ViewPanel } from "./panel/ViewPanel";

const panels = {
  layouts: LayoutsPanel, cameras: CamerasPanel, sound: SoundPanel, looks: LooksPanel, overlays: OverlaysPanel, outputs: OutputsPanel,
  limits: LimitsPanel, view: ViewPanel,
};
export type PanelTab = keyof typeof panels;
const allTabs = Object.keys(panels) as PanelTab[];
/** The tabs that change only this page. */
const ownTabs: PanelTab[] = ["view"];

/** The panel with all settings: at the side of a wide screen, from below on a phone. */
export function Panel({ tab, onTab }: { tab: PanelTab | null; onTab: (tab: PanelTab | null) => void }) {
  const { t } = useTexts();
  const tabs = useDirects() ? allTabs : ownTabs;
  const list = useRef<HTMLDivElement>(null);
  const isOpen = tab !== null;
  useEffect(() => {
    if (isOpen) list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus({ preventScroll: true });
  }, [isOpen]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [tab]);
  const move = (by: number) => {
    const next = tabs[(tabs.indexOf(tab ?? tabs[0]!) + by + tabs.length) % tabs.length]!;
    onTab(next);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus());
  };
  const Body = tab && panels[tab];
  return (
    <aside id="panel" className="panel glass controls" aria-label={t.panel.title} data-open={isOpen || undefined} aria-hidden={!isOpen} {...(isOpen ? {} : { inert: "" })}>
      <header className="panel-head">
        <h2>{t.panel.title}</h2>
        <Button label={t.shell.close} icon="close" iconOnly kind="plain" onClick={() => onTab(null)} />
      </header>
      <div
        ref={list} className="panel-tabs" role="tablist" aria-label={t.panel.title}
        onKeyDown={(event) => {
          const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          move(by);
        }}
      >
        {tabs.map((one) => (
          <button
            key={one} type="button" role="tab" id={`tab-${one}`} className="button is-plain" aria-selected={one === tab} aria-controls="panel-body"
            tabIndex={one === tab ? 0 : -1} onClick={() => onTab(one)}
          >
            {t.panel[one]}
          </button>
        ))}
      </div>
      <div id="panel-body" className="panel-body" role="tabpanel" aria-labelledby={tab ? `tab-${tab}` : undefined} tabIndex={-1}>
        {Body && <Body />}
      </div>
    </aside>
  );
}
