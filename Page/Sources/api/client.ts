import type { Answer, Commands, Refusal, State } from "./generated";

export type CommandName = keyof Commands;

/** The server refused, or could not be reached. `code` is the server's, or `unreachable`. */
export class Refused extends Error {
  constructor(
    readonly code: Refusal["error"]["code"] | "unreachable",
    message: string,
    readonly advice = "",
    readonly status = 0,
    readonly reason?: string,
  ) {
    super(message);
  }
}

const tokenKey = "dualcam.token";

/** Takes the token from the address (`#token=...`), stores it, and removes it from the address. */
export function takeToken(location: Location, storage: Storage, history: History): string | null {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given === null) return storage.getItem(tokenKey);
  storage.setItem(tokenKey, given);
  history.replaceState(null, "", location.pathname + location.search);
  return given;
}

/** A client for the server that the page came from. */
export class Client {
  /** The name by which the server knows this page, and by which it reports this page's commands to others. */
  person: string | null = null;

  constructor(private token: string | null) {}

  get hasToken(): boolean {
    return this.token !== null;
  }

  setToken(token: string): void {
    this.token = token;
    localStorage.setItem(tokenKey, token);
  }

  /** Returns the link that authorises whoever opens it. */
  link(origin: string): string {
    return this.token === null ? `${origin}/` : `${origin}/#token=${encodeURIComponent(this.token)}`;
  }

  private get fields(): Record<string, string> {
    return this.token === null ? {} : { Authorization: `Bearer ${this.token}` };
  }

  /** Fetches, and throws `Refused` for every answer that is not a success. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(path, { ...init, headers: { ...this.fields, ...init.headers }, cache: "no-store" });
    } catch (error) {
      throw new Refused("unreachable", error instanceof Error ? error.message : String(error));
    }
    if (response.ok) return response;
    const told = (await response.json().catch(() => null)) as Refusal | null;
    const error = told?.error;
    throw new Refused(error?.code ?? "failed", error?.message ?? response.statusText, error?.advice, response.status, error?.reason);
  }

  async get<T>(path: string, signal?: AbortSignal): Promise<T> {
    return (await (await this.fetch(path, { signal })).json()) as T;
  }

  post<T>(path: string, body: unknown = {}): Promise<T> {
    return this.send("POST", path, body);
  }

  put<T>(path: string, body: unknown): Promise<T> {
    return this.send("PUT", path, body);
  }

  private async send<T>(method: string, path: string, body: unknown): Promise<T> {
    const person: Record<string, string> = this.person === null ? {} : { "X-Dualcam-Person": this.person };
    const headers = { "Content-Type": "application/json", ...person };
    const init = { method, body: JSON.stringify(body), headers };
    const response = await this.fetch(path, init);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }

  state(): Promise<State> {
    return this.get("/api/v1/state");
  }

  perform<Name extends CommandName>(name: Name, args: Commands[Name]): Promise<Answer & Record<string, unknown>> {
    return this.post(`/api/v1/commands/${name}`, args);
  }

  /** Returns a still picture as a JPEG. */
  async snapshot(source: string, signal?: AbortSignal): Promise<Blob> {
    const path = `/api/v1/snapshots/${encodeURIComponent(source)}?format=jpeg`;
    return (await this.fetch(path, { signal })).blob();
  }

  /** Sets the cookie that authorises pictures, films and downloads, because these requests cannot send a header. */
  async enter(): Promise<void> {
    if (this.token !== null) await this.post("/api/v1/entry");
  }

  /** Opens a WebSocket of the server. Scripts cannot add a header, so that the token is sent as a protocol. */
  socket(path: string): WebSocket {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const protocols = this.token === null ? ["dualcam.v1"] : ["dualcam.v1", `bearer.${this.token}`];
    return new WebSocket(`${scheme}//${location.host}${path}`, protocols);
  }
}
