import { Button } from "../components/Button";
import { Icon } from "../components/Icon";
import { useTexts } from "../i18n";
import { useActions } from "./actions";
import { LastTake } from "./LastTake";
import type { PanelTab } from "./Panel";

/** The bar below the picture for viewers: nothing in it changes the recording. */
export function Looking(props: { source: string; tab: PanelTab | null; onTab: (tab: PanelTab | null) => void }) {
  const { t } = useTexts();
  const actions = useActions();
  return (
    <section className="transport controls" aria-label={t.record.transport}>
      <div className="transport-bar is-looking glass">
        <LastTake />
        <p>
          <Icon name="eye" />
          <span>
            {t.people.onlyLooks}
            <small>{t.people.onlyLooksDetail}</small>
          </span>
        </p>
        <Button label={t.record.snapshot} icon="snapshot" iconOnly kind="plain" onClick={() => void actions.snapshot(props.source)} />
        <Button label={t.panel.view} icon="panel" iconOnly kind="plain" className="is-toggle" aria-expanded={props.tab !== null} aria-controls="panel" onClick={() => props.onTab(props.tab === null ? "view" : null)} />
      </div>
    </section>
  );
}
