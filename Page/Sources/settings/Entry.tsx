import { useEffect, useState } from "react";
import { ask } from "../api/ask";
import { Button } from "../components/Button";
import { CopyField } from "../components/CopyField";
import { QRCode } from "../components/QRCode";
import { useTexts } from "../i18n";
import { useDirects, useStore } from "../store/hooks";

const isLoopback = (name: string): boolean => name === "localhost" || name === "[::1]" || name.startsWith("127.");

/** The links that let others in, as QR codes for phones. They are shown on request only, because whoever sees them may enter. */
export function Entry() {
  const { t } = useTexts();
  const { client } = useStore();
  const directs = useDirects();
  const [isShown, setShown] = useState(false);
  const own = client.link(location.origin);
  return (
    <section className="settings-group" aria-labelledby="settings-entry">
      <h2 id="settings-entry">{t.settings.entry}</h2>
      {!client.hasToken && <p>{t.settings.entryOpen}</p>}
      {isLoopback(location.hostname) && <p className="quiet">{t.settings.loopback}</p>}
      {isShown && (
        <div className="entry-links">
          {directs && <EntryLink title={t.settings.toDirect} detail={client.hasToken ? t.settings.entryDetail : ""} name={t.settings.link} link={own} />}
          {directs ? client.hasToken && <ViewersLink /> : <EntryLink title={t.settings.toLook} detail={t.settings.viewersDetail} name={t.settings.viewersLink} link={own} />}
        </div>
      )}
      <div>
        <Button label={isShown ? t.settings.hide : t.settings.show} icon="eye" onClick={() => setShown(!isShown)} />
      </div>
    </section>
  );
}

function EntryLink(props: { title: string; detail: string; name: string; link: string }) {
  return (
    <div className="entry-link">
      <h3>{props.title}</h3>
      <p>{props.detail}</p>
      <QRCode text={props.link} label={props.name} />
      <CopyField label={props.name} value={props.link} />
    </div>
  );
}

/** The link for viewers, or the instructions for setting one up. */
function ViewersLink() {
  const { t } = useTexts();
  const { client } = useStore();
  const [path, setPath] = useState<string | null>();
  useEffect(() => ask(
    () => client.get<{ viewers?: string | null }>("/api/v1/link"), ({ viewers }) => setPath(viewers ?? null)), [client]);
  if (path === undefined) return null;
  if (path !== null) return <EntryLink title={t.settings.toLook} detail={t.settings.viewersDetail} name={t.settings.viewersLink} link={location.origin + path} />;
  return (
    <div className="entry-link">
      <h3>{t.settings.toLook}</h3>
      <p>{t.settings.viewersOff}</p>
      <code>{"control: {viewers: on}"}</code>
    </div>
  );
}
