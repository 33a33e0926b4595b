/** A workspace behind HTTP for access commands. Counts requests, and can fail at any request. */
import { sql } from "kysely";
import { onTestFinished } from "vitest";
import { type ApiClient, openClient } from "../../../src/client/client.ts";
import type { Transport, WireRequest } from "../../../src/contract/wire.ts";
import { issueToken } from "../../../src/service/server/tokens.ts";
import { openTome, type Ran } from "../commands/tome.ts";
import { randomFrom } from "../generators/random.ts";
import { makeOrganization, type RandomOrganization } from "../generators/random-organization.ts";
import { answerJson, serve } from "../network/loopback.ts";
import type { NewDatabase } from "./postgres/on-both.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

const base = "http://127.0.0.1:4000";

/** Opens a workspace on SQLite, or on the specified database. */
export async function openOn(database: NewDatabase | undefined): Promise<Workspace> {
  const options =
    database === undefined ? {} : { database: { url: await database(), connections: 4 } };
  const workspace = await openWorkspace(options);
  onTestFinished(() => workspace.service.close());
  return workspace;
}

/** A client that sends requests to a workspace as one user. */
export async function clientFor(
  { service, db, now }: Workspace,
  user: string,
  through: (wire: Transport) => Transport = (wire) => wire,
): Promise<ApiClient> {
  const token = await issueToken(db, { user, label: "access", now });
  return openClient({
    baseUrl: base,
    token,
    transport: through(service.transport),
    userAgent: "tome/test",
  });
}

/** Time of a simulated crash: before request number n is executed, or between execution and response. */
export interface Death {
  readonly at: number;
  readonly when: "before" | "after";
}

/** The status to return instead of executing a request such as `DELETE /v1/…`; undefined executes it. */
type Instead = (what: string) => number | undefined | Promise<number | undefined>;

export interface AccessPlatform {
  readonly run: (
    line: string | readonly string[],
    death?: Death,
    instead?: Instead,
  ) => Promise<Ran>;
  /** Runs a command with additional environment variables. */
  readonly runWith: (
    line: readonly string[],
    env: Readonly<Record<string, string>>,
  ) => Promise<Ran>;
  /** The write requests of the last run. */
  readonly writes: () => readonly string[];
  /** The number of requests of the last run. */
  readonly count: () => number;
}

/** Runs commands as one user with the same settings and home folder. */
export async function openAccessPlatform(
  { service, db, now }: Workspace,
  organizationId: string,
  user: string,
): Promise<AccessPlatform> {
  const token = await issueToken(db, { user, label: "access", now });
  const tome = openTome();
  let asked: string[] = [];
  let death: Death | undefined;
  let answering: Instead = () => undefined;
  const server = await serve(async ({ method, url, headers, body }, response) => {
    asked.push(`${method} ${url}`);
    const number = asked.length;
    const isDead = death !== undefined && number >= death.at;
    if (isDead && !(number === death?.at && death.when === "after")) return response.destroy();
    const status = await answering(`${method} ${url}`);
    if (status !== undefined) {
      const error = { code: status, message: `Answered with ${status}.` };
      return answerJson(response, status, status < 400 ? {} : { error });
    }
    const answer = await service.transport({
      method: method as WireRequest["method"],
      url: `${base}${url}`,
      headers: Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) =>
          typeof value === "string" && name !== "host" ? [[name, value]] : [],
        ),
      ),
      ...(body !== "" && { body }),
    });
    if (isDead) return response.destroy();
    response.writeHead(answer.status, { ...answer.headers });
    response.end(String(answer.body));
  });
  const env = { TOME_BASE_URL: server.url, TOME_TOKEN: token, TOME_ORG: organizationId };
  return {
    async run(line, dying, instead = () => undefined) {
      asked = [];
      death = dying;
      answering = instead;
      const words = typeof line === "string" ? line.split(" ") : line;
      const interrupted = () => new Promise<void>(() => {});
      const ran = await tome([...words, "--retries", "0"], { env, interrupted });
      death = undefined;
      return ran;
    },
    runWith(line, further) {
      asked = [];
      answering = () => undefined;
      const interrupted = () => new Promise<void>(() => {});
      return tome([...line, "--retries", "0"], { env: { ...env, ...further }, interrupted });
    },
    writes: () => asked.filter((one) => !one.startsWith("GET ")),
    count: () => asked.length,
  };
}

/**
 * The members, teams, grants, merge rules and requested reviews of an organization, by email address and
 * title, so that two organizations can be compared.
 */
export async function getMembership({ db }: Workspace, organizationId: string): Promise<unknown> {
  const own = ["organization_id", "=", organizationId] as const;
  const [members, grants, teams, spaces, collections, sites, people] = await Promise.all([
    db
      .selectFrom("members")
      .select(["user_id", "role", "sso"])
      .where(...own)
      .execute(),
    db
      .selectFrom("grants")
      .select(["content_id", "holder_id", "strength"])
      .where(...own)
      .execute(),
    db
      .selectFrom("teams")
      .select(["id", "title"])
      .where(...own)
      .execute(),
    db
      .selectFrom("spaces")
      .select(["id", "title", "merge_rules"])
      .where(...own)
      .execute(),
    db
      .selectFrom("collections")
      .select(["id", "title"])
      .where(...own)
      .execute(),
    db
      .selectFrom("sites")
      .select(["id", "title"])
      .where(...own)
      .execute(),
    db.selectFrom("users").select(["id", "email as title"]).execute(),
  ]);
  const ids = teams.map(({ id }) => id);
  const inTeams = await db
    .selectFrom("team_members")
    .select(["team_id", "user_id", "role"])
    .where("team_id", "in", [...ids, ""])
    .execute();
  const things = [...teams, ...spaces, ...collections, ...sites, ...people];
  const names = new Map<string, string>(things.map(({ id, title }) => [id, title]));
  const named = (rows: readonly object[]) =>
    rows
      .map((row) => JSON.stringify(row).replace(/[A-Za-z0-9]{20,28}/g, (id) => names.get(id) ?? id))
      .toSorted();
  const rules = spaces.map(({ title, merge_rules }) => ({ title, merge_rules }));
  return {
    members: named(members),
    grants: named(grants),
    inTeams: named(inTeams),
    rules: named(rules),
  };
}

export type MadeOrganization = Omit<RandomOrganization, "change">;

/**
 * Random organizations with a few random changes. They are created by requests once and imported into
 * each database, which is several times faster than creating them there.
 */
export function randomOrganizations(
  count: number,
  seed: number,
): (database: NewDatabase | undefined) => Promise<readonly MadeOrganization[]> {
  async function make() {
    const workspace = await openWorkspace();
    const organizations: MadeOrganization[] = [];
    for (let at = 0; at < count; at++) {
      const { change, ...organization } = await makeOrganization(workspace, randomFrom(seed + at));
      if (at % 2 === 1) await change();
      organizations.push(organization);
    }
    const backup = await workspace.service.admin.export();
    await workspace.service.close();
    return { backup, organizations };
  }
  let made: ReturnType<typeof make> | undefined;
  return async (database) => {
    made ??= make();
    const { backup, organizations } = await made;
    const workspace = await openOn(database);
    await workspace.service.admin.import(backup);
    // Updates the statistics, as autovacuum does on other servers, so that queries do not scan whole tables.
    await sql`analyze`.execute(workspace.db);
    return organizations.map((one) => ({ ...one, workspace }));
  };
}
