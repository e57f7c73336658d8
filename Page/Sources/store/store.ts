import type { Client, CommandName } from "../api/client";
import { Refused } from "../api/client";
import type { Answer, Commands, Event as Told } from "../api/generated";
import { Connection } from "./connection";
import { type Action, type Model, changesSettings, directs, empty, reduce } from "./model";

type Result = (Answer & Record<string, unknown>) | null;

/** The page's entire state, updated by the server's events. */
export class Store {
  private model: Model = empty;
  private readonly listeners = new Set<() => void>();
  private readonly heard = new Set<(message: Told) => void>();
  private readonly connection: Connection;
  private number = 0;
  private refreshing: ReturnType<typeof setTimeout> | null = null;

  constructor(readonly client: Client) {
    this.connection = new Connection(client, {
      told: (message) => this.hear(message),
      link: (link, retryAt) => this.dispatch({ kind: "link", link, retryAt }),
    });
  }

  start(): void {
    this.connection.start();
  }

  /** Connects at once instead of waiting: with another token, or on request. */
  retry(): void {
    this.connection.retry();
  }

  get = (): Model => this.model;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Calls the listener for every message of the server, after the model has been updated. */
  onMessage(listener: (message: Told) => void): () => void {
    this.heard.add(listener);
    return () => this.heard.delete(listener);
  }

  dispatch(action: Action): void {
    const next = reduce(this.model, action);
    if (next === this.model) return;
    this.model = next;
    for (const listener of this.listeners) listener();
  }

  /**
   * Runs a command. `settings` are shown at once, until the server's state is recent enough to contain them. Resolves to the
   * answer, or to `null` after a refusal, which the page shows. A viewer's page sends nothing.
   */
  async perform<Name extends CommandName>(
    command: Name, args: Commands[Name], settings: Record<string, unknown> = {},
  ): Promise<Result> {
    if (!directs(this.model)) return null;
    const id = ++this.number;
    this.dispatch({ kind: "sent", pending: { id, command, settings } });
    try {
      const answer = await this.client.perform(command, args);
      this.dispatch({ kind: "answered", id, at: answer.at });
      this.refresh(answer.at);
      return answer;
    } catch (error) {
      const { code, message, advice, reason } = error instanceof Refused ? error : new Refused("failed", String(error));
      this.dispatch({ kind: "refused", id, message, advice, code, reason });
      return null;
    }
  }

  private hear(message: Told): void {
    if (message.event === "state") this.client.person = message.person ?? null;
    this.dispatch({ kind: "told", message, now: performance.now() });
    for (const listener of this.heard) listener(message);
    if (changesSettings(message)) this.refresh(null);
  }

  /** Requests the state soon, once for several reasons, and not before the frame at `at` can have been recorded. */
  private refresh(at: number | null): void {
    if (this.refreshing !== null) return;
    const running = this.model.state?.["running-time"] ?? 0;
    const age = (performance.now() - this.model.stateAt) / 1000;
    const wait = at === null ? 0.06 : Math.min(2, Math.max(0.06, at - running - age));
    this.refreshing = setTimeout(async () => {
      this.refreshing = null;
      try {
        this.dispatch({ kind: "state", state: await this.client.state(), now: performance.now() });
      } catch {
        return; // The connection's own retry brings the state again.
      }
      const open = this.model.pending.find((one) => typeof one.at === "number");
      if (open) this.refresh(open.at ?? null);
    }, wait * 1000);
  }
}
