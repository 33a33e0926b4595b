/** Which rows are locked on PostgreSQL, so that a revocation comes before or after a transaction. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import { expect, test } from "vitest";
import { lockPermissions } from "../../../../src/service/core/access/lock-permissions.ts";
import type { CoreTables } from "../../../../src/service/database/tables.ts";
import type { Requester } from "../../../../src/service/jobs/principal.ts";

/** The parent of each space and collection. */
const parents = new Map<unknown, string | null>([
  ["space", "inner"],
  ["alone", null],
  ["inner", "outer"],
  ["outer", null],
]);

class RecordingDriver extends DummyDriver {
  readonly queries: CompiledQuery[] = [];

  override acquireConnection(): Promise<DatabaseConnection> {
    const { queries } = this;
    return Promise.resolve({
      async executeQuery<R>(query: CompiledQuery) {
        queries.push(query);
        const parent = parents.get(query.parameters[0]);
        const hasRow = /from "(?:spaces|collections)"/.test(query.sql) && parent !== undefined;
        return { rows: (hasRow ? [{ default_level: "inherit", parent_id: parent }] : []) as R[] };
      },
      streamQuery() {
        throw new Error("No query streams its rows.");
      },
    });
  }
}

/** The locked rows: the table, the condition and its values. */
async function listLocks(principal: Requester, input: object = {}): Promise<string[]> {
  const driver = new RecordingDriver();
  const db = new Kysely<CoreTables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (one) => new PostgresIntrospector(one),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  await lockPermissions(db, principal, input);
  return driver.queries.map(({ sql, parameters }) => {
    expect(sql).toMatch(/ for share$/);
    return sql
      .replace(/^select .*? from /, "")
      .replace(/ for share$/, "")
      .replaceAll('"', "")
      .replaceAll(/\s+/g, " ")
      .replaceAll(/\$(\d+)/g, (_, at) => `'${parameters[Number(at) - 1]}'`);
  });
}

const user: Requester = { kind: "user", user: "ann" };
/** Of every requester that acts for the user. */
const ofUser = [
  "members where user_id = 'ann'",
  "team_members where user_id = 'ann'",
  "grants where grants.holder_id in ( select cast('ann' as text) union all select team_members.team_id from team_members where team_members.user_id = 'ann' )",
];
const noSite =
  "sites where (id = '' or id in (select site_id from site_spaces where space_id = ''))";

test.each<{ what: string; requester: Requester; locks: readonly string[] }>([
  { what: "a user", requester: user, locks: ofUser },
  {
    what: "a token",
    requester: { ...user, token: { store: "tokens", hash: "digest" } },
    locks: ["tokens where hash = 'digest'", ...ofUser],
  },
  {
    what: "a sign-in",
    requester: { ...user, token: { store: "sign_ins", hash: "digest" } },
    locks: ["sign_ins where hash = 'digest'", ...ofUser],
  },
  {
    what: "an integration",
    requester: { kind: "integration", user: "ann", integration: "checker" },
    locks: ["integrations where name = 'checker'", ...ofUser],
  },
  {
    what: "an installation",
    requester: { kind: "installation", user: "ann", integration: "checker", installation: "one" },
    locks: ["integrations where name = 'checker'", "installations where id = 'one'", ...ofUser],
  },
])("the rows of $what are locked", async ({ requester, locks }) => {
  expect(await listLocks(requester)).toEqual([...locks, noSite]);
});

const outer = "collections where id = 'outer'";
const inner = "collections where id = 'inner'";

test.each([
  {
    input: { spaceId: "space" },
    locks: ["spaces where id = 'space'", inner, outer],
    sites:
      "sites where (id = '' or id in (select site_id from site_spaces where space_id = 'space'))",
  },
  {
    input: { spaceId: "alone" },
    locks: ["spaces where id = 'alone'"],
    sites:
      "sites where (id = '' or id in (select site_id from site_spaces where space_id = 'alone'))",
  },
  {
    input: { spaceId: "gone" },
    locks: ["spaces where id = 'gone'"],
    sites:
      "sites where (id = '' or id in (select site_id from site_spaces where space_id = 'gone'))",
  },
  { input: { collectionId: "inner" }, locks: [inner, outer], sites: noSite },
  { input: { collectionId: "outer" }, locks: [outer], sites: noSite },
  {
    input: { siteId: "site" },
    locks: [],
    sites:
      "sites where (id = 'site' or id in (select site_id from site_spaces where space_id = ''))",
  },
  { input: { spaceId: 1, collectionId: ["inner"], siteId: null }, locks: [], sites: noSite },
])("the resources above $input are locked", async ({ input, locks, sites }) => {
  expect(await listLocks(user, input)).toEqual([...ofUser, ...locks, sites]);
});
