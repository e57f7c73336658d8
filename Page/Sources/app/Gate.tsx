import { useState } from "react";
import { useTexts } from "../i18n";
import { useStore } from "../store/hooks";

/** The form for the token, without which nobody gets in. */
export function Gate() {
  const { t } = useTexts();
  const store = useStore();
  const [token, setToken] = useState("");
  return (
    <main className="gate">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          store.client.setToken(token.trim());
          store.dispatch({ kind: "link", link: "connecting" });
          store.retry();
        }}
      >
        <h1>{t.shell.forbidden}</h1>
        <p>{t.shell.forbiddenDetail}</p>
        {store.client.hasToken && <p className="is-bad" role="alert">{t.shell.wrongToken}</p>}
        <label className="field">
          <span>{t.shell.token}</span>
          <input className="input mono" autoComplete="off" spellCheck={false} required value={token} onChange={(event) => setToken(event.currentTarget.value)} />
        </label>
        <button className="button is-primary" type="submit">{t.shell.enter}</button>
      </form>
    </main>
  );
}
