import type { Client } from "../api/client";
import type { Making } from "./making/bodies";
import type { Made, Take } from "./model";

const sessions = "/api/v1/sessions";

/** Addresses for pictures, films and downloads, which the page's cookie lets in. */
export const address = (take: Take, ...path: string[]): string =>
  [sessions, ...[take.id, ...path].map(encodeURIComponent)].join("/");
export const fileAddress = (take: Take, path: string): string => address(take, "files", path);
export const downloadAddress = (take: Take, path: string): string => `${fileAddress(take, path)}?download=1`;
export const archiveAddress = (take: Take): string => address(take, "archive");
export const proxyAddress = (take: Take, name: string): string => address(take, "proxies", name);
export const posterAddress = (take: Take, path: string): string => address(take, "poster", path);
export const madeAddress = (take: Take, made: Made): string => address(take, "made", String(made.id));
export const timelineAddress = (take: Take, format: string): string => address(take, "timeline", format);
export const cutsAddress = (take: Take): string => address(take, "cuts");
export const stripAddress = (take: Take, path: string): string => address(take, "strip", path);

/** A sheet of stills: so many columns and rows of pictures of a size, each so many seconds after the one before. */
export type Strip = { columns: number; rows: number; width: number; height: number; interval: number };
/** A link that has just been made: its address is told once. */
export type Link = { path: string; until: string };
/** A link that works until an end, by its number; whoever has it knows its address. */
export type KnownLink = { id: number; until: string };

/** What the server does with a take for a while. */
export type Work = {
  id: number; kind: string; session: string | null; file?: string | null; percent: number | null; state: "running" | "done" | "failed";
  /** `files` are the names of what was made, or how many. */
  result: { complaints?: string[]; files?: string[] | number } | null;
  error: string | null;
  /** What was asked for. */
  arguments?: Record<string, unknown> | null;
  /** Seconds that it still takes. */
  left?: number | null;
  /** Bytes a second, of a copy to another place. */
  speed?: number | null;
  /** What others want of the machine, for which a copy goes more slowly. */
  slowed?: string | null;
};

/** The place to which takes are copied, and the service to which they are handed over; `null`: the pipeline file names none. */
export type Places = { to: string | null; "publishes-to": string | null };

type Page = { sessions: Take[]; next?: string | null; unreachable?: string[] };
/** The most that the server tells at once. */
const pageLength = 200;

/** What a server may be able to do with a take, by the word in its address. */
export type Ability =
  | "poster" | "strip" | "archive" | "rename" | "delete" | "share" | "links" | "audit" | "recover" | "proxy" | "work" | "made" | "timeline" | "cuts" | "backup" | "publish" | Making;

/** What is asked of the server about takes. */
export class Library {
  private known: Promise<ReadonlySet<Ability>> | null = null;

  constructor(private readonly client: Client) {}

  /**
   * Reads all takes, newest first. `onPage` gets those that have come so far, and the names of folders whose takes have no address.
   */
  async takes(onPage: (takes: Take[], unreachable: string[]) => void): Promise<void> {
    // A page that has just been opened may not have its cookie yet, without which no picture shows.
    await this.client.enter().catch(() => undefined);
    const takes: Take[] = [];
    for (let next: string | null | undefined = ""; next !== null && next !== undefined; ) {
      const query: string = next === "" ? "" : `&page=${encodeURIComponent(next)}`;
      const page: Page = await this.client.get(`${sessions}?limit=${pageLength}${query}`);
      takes.push(...page.sessions);
      onPage([...takes], page.unreachable ?? []);
      next = page.next;
    }
  }

  /** What this server can do: its own description says so, and nothing else is shown. */
  abilities(): Promise<ReadonlySet<Ability>> {
    this.known ??= this.askAbilities().catch((error: unknown) => {
      this.known = null;
      throw error;
    });
    return this.known;
  }

  private async askAbilities(): Promise<ReadonlySet<Ability>> {
    const { paths } = await this.client.get<{ paths: Record<string, unknown> }>("/api/v1/openapi.json");
    const words = Object.keys(paths).filter((path) => path.startsWith(`${sessions}/{`)).map((path) => path.split("/")[5]);
    return new Set([...words, ...("/api/v1/work" in paths ? ["work"] : [])] as Ability[]);
  }

  /** With all of its files, and its folder. */
  take = (id: string) => this.client.get<Take>(`${sessions}/${encodeURIComponent(id)}`);

  rename = (take: Take, name: string) => this.act(take, "rename", { name });
  remove = (take: Take) => this.act(take, "delete");
  restore = (take: Take) => this.act(take, "restore");
  share = (take: Take, time: string) => this.act<Link>(take, "share", { for: time });
  links = async (take: Take) => (await this.client.get<{ links: KnownLink[] }>(address(take, "links"))).links;
  endLink = (take: Take, link: KnownLink) => this.client.fetch(address(take, "links", String(link.id)), { method: "DELETE" });

  /** What is done to takes, and what ended lately. */
  works = async () => (await this.client.get<{ works: Work[] }>("/api/v1/work")).works;
  audit = (take: Take) => this.begin(take, "audit");
  recover = (take: Take) => this.begin(take, "recover");
  makeProxy = (take: Take, file: string) => this.begin(take, "proxy", { file });
  backUp = (take: Take) => this.begin(take, "backup");
  publish = (take: Take) => this.begin(take, "publish");
  places = () => this.client.get<Places>("/api/v1/backups");
  make = (take: Take, kind: Making, body: object) => this.begin(take, kind, body);
  removeMade = (take: Take, made: Made) => this.client.fetch(madeAddress(take, made), { method: "DELETE" });
  cancel = (work: Work) => this.client.fetch(`/api/v1/work/${work.id}`, { method: "DELETE" });

  /** The still of a file; `null` where there is none, or nobody wants it any more. */
  async poster(take: Take, path: string, isWanted: () => boolean = () => true): Promise<Blob | null> {
    return (await this.derived(posterAddress(take, path), isWanted))?.blob() ?? null;
  }

  /** The sheet of stills of a file; `null` where there is none. */
  async strip(take: Take, path: string): Promise<Strip | null> {
    return (await this.derived(`${stripAddress(take, path)}?format=json`))?.json() ?? null;
  }

  /** What the server makes of a file, asked for again while it does; `null` where nothing comes of it. */
  private async derived(address: string, isWanted: () => boolean = () => true): Promise<Response | null> {
    while (isWanted()) {
      const answer = await this.client.fetch(address).catch(() => null);
      if (answer === null) return null;
      if (answer.status === 200) return answer;
      // It is made by a process that has what nobody else wants of the processor: that may take any time.
      const wait = Math.max(1, Number(answer.headers.get("Retry-After") ?? 1));
      await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    }
    return null;
  }

  private async begin(take: Take, action: string, body: object = {}): Promise<Work> {
    return (await this.act<{ work: Work }>(take, action, body)).work;
  }

  private act<Answer>(take: Take, action: string, body: object = {}): Promise<Answer> {
    return this.client.post<Answer>(address(take, action), body);
  }
}
