import { useState } from "react";
import { Button } from "../components/Button";
import { CopyField } from "../components/CopyField";
import { QRCode } from "../components/QRCode";
import { useTexts } from "../i18n";
import { useStore } from "../store/hooks";

const isLoopback = (name: string): boolean => name === "localhost" || name === "[::1]" || name.startsWith("127.");

/** The link that lets others in, as a code for phones. It shows when it is asked for: whoever sees it may enter. */
export function Entry() {
  const { t } = useTexts();
  const { client } = useStore();
  const [isShown, setShown] = useState(false);
  const link = client.link(location.origin);
  return (
    <section className="settings-group" aria-labelledby="settings-entry">
      <h2 id="settings-entry">{t.settings.entry}</h2>
      <p>{client.hasToken ? t.settings.entryDetail : t.settings.entryOpen}</p>
      {isLoopback(location.hostname) && <p className="quiet">{t.settings.loopback}</p>}
      {isShown && (
        <>
          <QRCode text={link} label={t.settings.link} />
          <CopyField label={t.settings.link} value={link} />
        </>
      )}
      <div>
        <Button label={isShown ? t.settings.hide : t.settings.show} icon="eye" onClick={() => setShown(!isShown)} />
      </div>
    </section>
  );
}
