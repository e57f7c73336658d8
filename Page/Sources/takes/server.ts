import type { Client } from "../api/client";
import type { Making } from "./making/bodies";
import type { Made, Take } from "./model";

const sessions = "/api/v1/sessions";

/** Returns the address of a picture, film or download, which the page's cookie authorises. */
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

/** A sheet of stills: its columns and rows, the size of each still, and the seconds between them. */
export type Strip = { columns: number; rows: number; width: number; height: number; interval: number };
/** A new link; the server reports its address only once. */
export type Link = { path: string; until: string };
/** A valid link, by its number. Only its recipients know its address. */
export type KnownLink = { id: number; until: string };

/** A job of the server on a take. */
export type Job = {
  id: number; kind: string; session: string | null; file?: string | null; percent: number | null; state: "running" | "done" | "failed";
  /** `files` are the names of the new files, or their number. */
  result: { complaints?: string[]; files?: string[] | number } | null;
  error: string | null;
  /** The arguments of the request. */
  arguments?: Record<string, unknown> | null;
  /** The remaining seconds. */
  left?: number | null;
  /** The speed of a copy to another place, in bytes a second. */
  speed?: number | null;
  /** The other use of the machine that slows a copy down. */
  slowed?: string | null;
};

/** The place for copies of takes, and the service for publishing them; `null`: the pipeline file names none. */
export type Places = { to: string | null; "publishes-to": string | null };

type Page = { sessions: Take[]; next?: string | null; unreachable?: string[] };
/** The maximum number of takes per answer. */
const pageLength = 200;

/** An ability of the server for takes, by the word in its address. */
export type Ability =
  | "poster" | "strip" | "archive" | "rename" | "delete" | "share" | "links" | "audit" | "recover" | "proxy" | "jobs" | "made" | "timeline" | "cuts" | "backup" | "publish" | Making;

/** The server's interface for takes. */
export class Library {
  private known: Promise<ReadonlySet<Ability>> | null = null;

  constructor(private readonly client: Client) {}

  /** Reads all takes, newest first. `onPage` gets the takes read so far, and the names of folders whose takes have no address. */
  async takes(onPage: (takes: Take[], unreachable: string[]) => void): Promise<void> {
    // A page that has just been opened may not have its cookie yet, without which no picture is shown.
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

  /** Returns the server's abilities from its own description; the page offers nothing else. */
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
    return new Set([...words, ...("/api/v1/jobs" in paths ? ["jobs"] : [])] as Ability[]);
  }

  /** Returns a take with all of its files and its folder. */
  take = (id: string) => this.client.get<Take>(`${sessions}/${encodeURIComponent(id)}`);

  rename = (take: Take, name: string) => this.act(take, "rename", { name });
  remove = (take: Take) => this.act(take, "delete");
  restore = (take: Take) => this.act(take, "restore");
  share = (take: Take, time: string) => this.act<Link>(take, "share", { for: time });
  links = async (take: Take) => (await this.client.get<{ links: KnownLink[] }>(address(take, "links"))).links;
  endLink = (take: Take, link: KnownLink) => this.client.fetch(address(take, "links", String(link.id)), { method: "DELETE" });

  /** Returns the jobs on takes, including those that ended recently. */
  jobs = async () => (await this.client.get<{ jobs: Job[] }>("/api/v1/jobs")).jobs;
  audit = (take: Take) => this.begin(take, "audit");
  recover = (take: Take) => this.begin(take, "recover");
  makeProxy = (take: Take, file: string) => this.begin(take, "proxy", { file });
  backUp = (take: Take) => this.begin(take, "backup");
  publish = (take: Take) => this.begin(take, "publish");
  places = () => this.client.get<Places>("/api/v1/backups");
  make = (take: Take, kind: Making, body: object) => this.begin(take, kind, body);
  removeMade = (take: Take, made: Made) => this.client.fetch(madeAddress(take, made), { method: "DELETE" });
  cancel = (work: Job) => this.client.fetch(`/api/v1/jobs/${work.id}`, { method: "DELETE" });

  /** Returns the still of a file; `null` if there is none, or if it is no longer needed. */
  async poster(take: Take, path: string, isWanted: () => boolean = () => true): Promise<Blob | null> {
    return (await this.derived(posterAddress(take, path), isWanted))?.blob() ?? null;
  }

  /** Returns the sheet of stills of a file; `null` if there is none. */
  async strip(take: Take, path: string): Promise<Strip | null> {
    return (await this.derived(`${stripAddress(take, path)}?format=json`))?.json() ?? null;
  }

  /** Returns a derived file, and repeats the request while the server makes it; `null` if that fails. */
  private async derived(address: string, isWanted: () => boolean = () => true): Promise<Response | null> {
    while (isWanted()) {
      const answer = await this.client.fetch(address).catch(() => null);
      if (answer === null) return null;
      if (answer.status === 200) return answer;
      // The file is made at idle priority, which may take any time.
      const wait = Math.max(1, Number(answer.headers.get("Retry-After") ?? 1));
      await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    }
    return null;
  }

  private async begin(take: Take, action: string, body: object = {}): Promise<Job> {
    return (await this.act<{ job: Job }>(take, action, body)).job;
  }

  private act<Answer>(take: Take, action: string, body: object = {}): Promise<Answer> {
    return this.client.post<Answer>(address(take, action), body);
  }
}
