import { Component, type ReactNode } from "react";
import type { Texts } from "../i18n";

/** The fallback for a part of the page that fails: a message, and a way back. The recording is not affected. */
export class Boundary extends Component<{ texts: Texts; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    const { t } = this.props.texts;
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className="gate">
        <form>
          <h1>{t.record.crashed}</h1>
          <button type="button" className="button is-primary" onClick={() => location.reload()}>{t.record.reload}</button>
        </form>
      </main>
    );
  }
}
