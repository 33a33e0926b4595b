import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import * as siteAuth from "../../src/contract/site-auth.ts";
import { writeFact } from "../../src/service/database/facts.ts";
import { databaseFile } from "../../src/service/database/open.ts";
import type { Backup } from "../../src/service/server/backup/backup.ts";
import { toState } from "../../src/service/server/backup/state.ts";
import { openService, type Service } from "../../src/service/service.ts";
import { report, sample, slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { openFullOrganization } from "../support/organizations/full-organization.ts";
import { addModelChanges } from "../support/organizations/model-changes.ts";
import { openDatabase, schemaVersion } from "../support/platforms/database.ts";
import {
  createSteps,
  getData,
  getExport,
  readRecordedSteps,
  recordedVersions,
  recordSchemaVersion,
  recordSteps,
  tablesIn,
} from "../support/platforms/schema-versions.ts";

/** The time of all recorded data, so that no job is due. */
const realTime = () => Date.parse("2026-01-01T00:00:00Z");

const recordVersion = `To record the new schema version once, run:
TOME_RECORD_SCHEMA=true npx vitest run test/invariants/s5-versions.test.ts`;

const isRecording = process.env.TOME_RECORD_SCHEMA === "true";

async function open(folder?: string) {
  const service = await openService({ realTime, folder });
  onTestFinished(() => service.close().catch(() => {}));
  return service;
}

test.runIf(isRecording)(
  "the current schema is recorded for later versions, with a row in each table",
  async () => {
    const { workspace, admin, organizationId, ids } = await openFullOrganization("Handbook", {
      realTime,
    });
    const { db, service } = workspace;
    await service.admin.seed();
    await service.jobs.finish();
    await service.admin.makeToken({ role: "review" });
    const site = { organizationId, siteId: ids.get("site") ?? "" };
    await workspace.ok(admin, siteAuth.regenerate, site);
    const space_id = ids.get("space") ?? "";
    const by = (await service.admin.beginning()).owner;
    await db
      .insertInto("git_operations")
      .values({
        id: "operation",
        space_id,
        number: 1,
        kind: "import",
        request: "{}",
        credentials: null,
        requested_by: by,
        created_at: "2026-01-01T00:00:00.000Z",
      })
      .execute();
    const oid = "8ab686eafeb1f44702738c8b0f24f2567c36da6d";
    await db
      .insertInto("git_files")
      .values({ space_id, path: "ä/b.md", oid, thing_id: null })
      .execute();
    const { name } = await db.selectFrom("integrations").select("name").executeTakeFirstOrThrow();
    const secret = { integration: name, name: "token", sealed: "sealed" };
    await db.insertInto("integration_secrets").values(secret).execute();
    await addModelChanges(db, { siteId: site.siteId, spaceId: space_id });
    const installation_id = ids.get("installation") ?? "";
    const created_at = "2026-01-01T00:00:00.000Z";
    await db
      .insertInto("installation_contents")
      .values({
        installation_id,
        content_id: space_id,
        configuration: "{}",
        external_ids: "[]",
        created_at,
        updated_at: created_at,
        chosen: 1,
      })
      .execute();
    const visited = { site_id: site.siteId, day: "2026-01-01", page: "", space: "" };
    await db
      .insertInto("insight_counts")
      .values({
        ...visited,
        ...{ key: "key", event: "page_view", site_space: "", url_path: "/ä", context: "site" },
        ...{ bot: "", referrer: "", rating: "", detail: "", events: 1 },
      })
      .execute();
    await db
      .insertInto("insight_visitors")
      .values({ ...visited, visitors: 1 })
      .execute();
    await db
      .insertInto("file_objects")
      .values({
        ...{ name: "00/object", hash: "0".repeat(64), size: 1, state: "stored" },
        ...{ created_at, unused_since: created_at },
      })
      .execute();
    await db
      .insertInto("agent_tokens")
      .values({ hash: "0".repeat(64), integration: name, installation_id, until: created_at })
      .execute();
    await db
      .insertInto("site_external_links")
      .values({
        id: "link",
        site_id: ids.get("site") ?? "",
        group_id: null,
        rank: "a0",
        title: "Status",
        localized_title: null,
        description: null,
        localized_description: null,
        icon: null,
        url: "https://status.example.com",
        draft: 0,
        condition: null,
        created_at,
      })
      .execute();
    await db
      .insertInto("sign_ins")
      .values({
        hash: "1".repeat(64),
        kind: "browser",
        user_id: ids.get("user") ?? "",
        organization_id: ids.get("org") ?? "",
        provider_id: ids.get("saml") ?? "",
        created_at,
        expires_at: created_at,
      })
      .execute();
    await db
      .insertInto("used_once")
      .values({ hash: "2".repeat(64), expires_at: created_at })
      .execute();
    const provider = await db
      .selectFrom("saml_providers")
      .select(["id", "organization_id"])
      .executeTakeFirstOrThrow();
    const user = await db.selectFrom("users").select("id").executeTakeFirstOrThrow();
    await db
      .insertInto("saml_failures")
      .values({ id: "F".repeat(20), provider_id: provider.id, reason: "-", created_at })
      .execute();
    const team = await db.selectFrom("teams").select("id").executeTakeFirstOrThrow();
    await db
      .insertInto("saml_groups")
      .values({ provider_id: provider.id, name: "engineering", team_id: team.id })
      .execute();
    await db
      .insertInto("visitor_tokens")
      .values({
        hash: "3".repeat(64),
        site_id: ids.get("site") ?? "",
        sealed_token: "-",
        expires_at: created_at,
      })
      .execute();
    const site_id = ids.get("site") ?? "";
    await db
      .insertInto("site_mcp_servers")
      .values({
        id: "server",
        site_id,
        name: "Status",
        url: "https://status.example.com/mcp",
        transport: "sse",
        headers: "{}",
        condition: null,
        created_at,
      })
      .execute();
    await db
      .insertInto("site_channels")
      .values({
        id: "channel",
        site_id,
        type: "builtin:slack",
        settings: "{}",
        role: "support",
        created_at,
      })
      .execute();
    await db
      .insertInto("site_agent_settings")
      .values({ site_id, settings: "{}", updated_at: created_at, updated_by: user.id })
      .execute();
    await db
      .insertInto("former_members")
      .values({
        organization_id: provider.organization_id,
        user_id: user.id,
        removed_at: created_at,
      })
      .execute();
    await db
      .insertInto("git_installations")
      .values({
        id: "connection",
        space_id,
        provider: "git",
        config: "{}",
        credentials: null,
        webhook_secret: "sealed",
        created_by: by,
        principal: "{}",
        created_at,
        updated_at: created_at,
        removed_at: created_at,
        observed_commit: oid,
        checked_at: created_at,
        next_check_at: null,
        check_number: 1,
        failures: 0,
        problem: null,
        changed_at: created_at,
        received_at: null,
        rewritten: null,
      })
      .execute();
    await insertFont(service, created_at);
    await insertAnswer(service, created_at);
    const exported = await service.admin.export();
    const empty = Object.entries(exported.tables).filter(([, rows]) => rows.length === 0);
    // Objects belong to the installation and are not exported.
    expect(empty.map(([table]) => table)).toEqual(["file_objects"]);
    const folder = temporaryFolder();
    const target = await openService({ realTime, folder });
    await target.admin.import(JSON.parse(JSON.stringify(exported)), { keepOwnerTokens: true });
    await target.close();
    recordSchemaVersion(schemaVersion, exported, folder);
    recordSteps(await createSteps());
  },
);

async function insertFont({ db }: Service, created_at: string): Promise<void> {
  const { id: organization_id } = await db
    .selectFrom("organizations")
    .select("id")
    .executeTakeFirstOrThrow();
  const { hash, size } = await db
    .selectFrom("blobs")
    .select(["hash", "size"])
    .executeTakeFirstOrThrow();
  await db
    .insertInto("uploads")
    .values({
      key: `${organization_id}/customization_font/upload1/a.woff2`,
      organization_id,
      kind: "customization_font",
      name: "a.woff2",
      content_type: "font/woff2",
      size,
      token_hash: "0".repeat(64),
      hash,
      format: "woff2",
      principal: JSON.stringify({ kind: "user", user: "someone" }),
      expires_at: created_at,
      created_at,
    })
    .execute();
  const font = { id: "font1", organization_id, family: "Acme Sans", created_at };
  await db.insertInto("custom_fonts").values(font).execute();
  await db
    .insertInto("custom_font_faces")
    .values({ font_id: "font1", weight: 400, hash, format: "woff2" })
    .execute();
  await db
    .insertInto("ai_usage")
    .values({ organization_id, hour: "2026-01-01T00", feature: "ask", requests: 2 })
    .execute();
}

/** An answered question about a site, with a topic and a source. */
async function insertAnswer({ db }: Service, created_at: string): Promise<void> {
  const { id: site_id, organization_id } = await db
    .selectFrom("sites")
    .select(["id", "organization_id"])
    .orderBy("id")
    .executeTakeFirstOrThrow();
  const topic = { id: "topic1", site_id, label: "tokens", centre: "[]", change_requests: 0 };
  await db
    .insertInto("site_topics")
    .values({ ...topic, created_at, updated_at: created_at })
    .execute();
  const asked = { site_id, question: "How do I rotate a token?", created_at };
  await db
    .insertInto("site_questions")
    .values({ id: "question1", topic_id: "topic1", question_key: "key", ...asked })
    .execute();
  await db
    .insertInto("site_answers")
    .values({
      id: "answer1",
      site_id,
      organization_id,
      question_id: "question1",
      thread_id: "answer1",
      previous_id: null,
      raw_question: asked.question,
      answer: "With `tome local token rotate`.",
      answered: "yes",
      relevance: "relevant",
      language: "en",
      channel: "api",
      created_at,
    })
    .execute();
  const { id: space_id } = await db
    .selectFrom("spaces")
    .select("id")
    .orderBy("id")
    .executeTakeFirstOrThrow();
  const source = { answer_id: "answer1", space_id, page_id: "page1", revision_id: "revision1" };
  await db
    .insertInto("site_answer_sources")
    .values({ id: "source1", title: "Tokens", position: 0, ...source })
    .execute();
}

slowTest("no released migration has changed", async () => {
  const [kept, now] = [readRecordedSteps(), await createSteps()];
  for (const [index, made] of now.entries()) {
    if (kept[index] === undefined) break;
    // A change of the tables is a further migration.
    expect([`step ${index + 1}`, kept[index]]).toEqual([`step ${index + 1}`, made]);
  }
  expect(kept, recordVersion).toHaveLength(now.length);
  expect(recordedVersions, recordVersion).toContain(schemaVersion);
});

/** Changes by later migrations other than new tables and nullable columns. */
const filled: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  installation_contents: { chosen: 1 },
  installations: { space_selection: "all", site_selection: "all" },
  sites: { default_level: "inherit" },
  site_section_groups: { draft: 0 },
  site_sections: { draft: 0 },
  site_spaces: { draft: 0, hidden: 0, role_cap: 5 },
  jobs: { concurrency_key: "platform" },
  audit_events: { occurrences: 1 },
  translations: { requests: "[]", corrections: "{}" },
  webhooks: { previous_secrets: "[]" },
};

/**
 * Columns that a later migration filled from other rows: a tunnel belongs to the publisher of the
 * integration.
 */
const derivedColumns: Readonly<Record<string, readonly string[]>> = {
  integration_feeds: ["tunnel_principal"],
  installations: ["accepted"],
};

/** Tables that later migrations filled from others. */
const derived: readonly string[] = ["organization_domains"];
const dropped: Readonly<Record<string, readonly string[]>> = { sites: ["share_key"] };

/** Names of sites below a domain of another organization, which a later migration releases. */
const released: readonly unknown[] = ["word.example.com/docs"];

function isReleased(before: unknown, now: unknown): boolean {
  return now === null && released.includes(before);
}

/** An export of that version, converted to the current one. */
function grown(older: Backup["tables"], now: Backup["tables"]): Backup["tables"] {
  return Object.fromEntries(
    Object.entries(now).map(([table, rows]) => [
      table,
      (derived.includes(table) ? (older[table] ?? rows) : (older[table] ?? [])).map(
        (row, index) => {
          const kept = Object.entries(row)
            .filter(([column]) => !dropped[table]?.includes(column))
            .map(([column, value]) => [
              column,
              isReleased(value, rows[index]?.[column]) ? null : value,
            ]);
          const added = Object.keys(rows[index] ?? {})
            .filter((column) => !Object.hasOwn(row, column))
            .map((column) => [
              column,
              derivedColumns[table]?.includes(column)
                ? rows[index]?.[column]
                : (filled[table]?.[column] ?? null),
            ]);
          return Object.fromEntries([...kept, ...added]);
        },
      ),
    ]),
  );
}

test.each(sample(recordedVersions, 1))(
  "an export of version %i is imported without losing or inventing data",
  async (recordedVersion) => {
    const recorded = getExport(recordedVersion);
    expect(recorded.version).toBe(recordedVersion);
    const service = await open();
    await service.admin.import(recorded, { keepOwnerTokens: true });
    const { version, tables } = await service.admin.export();
    expect(version).toBe(schemaVersion);
    expect(Object.keys(tables)).toEqual(expect.arrayContaining(Object.keys(recorded.tables)));
    expect(tables).toEqual(grown(recorded.tables, tables));
    // From there on it is a platform like any other.
    const again = await open();
    await again.admin.import(await service.admin.export(), { keepOwnerTokens: true });
    expect(toState(await again.admin.export()).digest).toBe(
      toState(await service.admin.export()).digest,
    );
  },
);

slowTest("the former single key of a site opens it as the first share link", async () => {
  const recorded = getExport(12);
  const [site, ...sites] = recorded.tables.sites ?? [];
  const service = await open();
  const withKey = { ...site, visibility: "share-link", share_key: "key-of-before" };
  await service.admin.import({
    ...recorded,
    tables: { ...recorded.tables, sites: [withKey, ...sites] },
  });
  const { tables } = await service.admin.export();
  expect(tables.site_share_links).toEqual([
    expect.objectContaining({ site_id: site?.id, secret: "key-of-before", active: 1 }),
  ]);
});

test.each(sample(recordedVersions, 1))(
  "a data folder of version %i opens without loss, and equals the import of its export",
  async (version) => {
    const service = await open(getData(version, temporaryFolder()));
    const { tables } = await service.admin.export();
    expect(tables).toEqual(grown(getExport(version).tables, tables));
    expect(await tablesIn(service.db)).toEqual(await tablesIn((await open()).db));
    const other = await open();
    await other.admin.import(getExport(version), { keepOwnerTokens: true });
    expect(toState(await other.admin.export()).digest).toBe(
      toState({ ...getExport(version), tables }).digest,
    );
    const rows = Object.values(tables).reduce((sum, table) => sum + table.length, 0);
    report(
      "S5",
      `version ${version} to ${schemaVersion}: export and data folder, ${rows} rows kept`,
    );
  },
);

slowTest(
  "an export of a later version is refused with both versions, and nothing is changed",
  async () => {
    const service = await open();
    await service.admin.seed();
    const before = await service.admin.export();
    const { tables } = before;
    const [space, ...spaces] = tables.spaces ?? [];
    const version = schemaVersion + 1;
    const later = [
      { ...before, version },
      { ...before, version, tables: { ...tables, moods: [{ id: "a" }] } },
      { ...before, version, tables: { ...tables, spaces: [{ ...space, mood: "a" }, ...spaces] } },
      { ...before, version, tables: {} },
    ];
    for (const one of later) {
      const refused = service.admin.import(one);
      await expect(refused).rejects.toMatchObject({ status: 400 });
      await expect(refused).rejects.toThrow(
        `Export version ${version} is not supported; this program reads versions 1 to ${schemaVersion}. Import it with a newer version`,
      );
      expect(await service.admin.export()).toEqual(before);
    }
  },
);

slowTest(
  "an earlier export with fields that its version lacks is refused, and nothing is changed",
  async () => {
    const service = await open();
    const before = await service.admin.export();
    const recorded = getExport(10);
    const [job, ...jobs] = recorded.tables.jobs ?? [];
    const wrong = [
      { ...recorded, tables: { ...recorded.tables, moods: [] } },
      { ...recorded, tables: { ...recorded.tables, jobs: [{ ...job, leased_by: "a" }, ...jobs] } },
      { ...recorded, tables: { ...recorded.tables, users: [] } },
      { ...recorded, version: 1 },
      { ...recorded, version: 9.5 },
      { ...recorded, version: -1 },
    ];
    for (const one of wrong) {
      await expect(service.admin.import(one)).rejects.toMatchObject({ status: 400 });
      expect(await service.admin.export()).toEqual(before);
    }
  },
);

test("a data folder that a later version has changed is refused with both versions, and is not changed", async () => {
  const folder = getData(schemaVersion, temporaryFolder());
  const db = await openDatabase(folder);
  const later = String(schemaVersion + 1);
  for (const name of ["schema-version", "oldest-program-version"]) {
    await writeFact(db, name, later);
  }
  await db.destroy();
  const bytes = () =>
    createHash("sha256")
      .update(readFileSync(join(folder, databaseFile)))
      .digest("hex");
  const [before, names] = [bytes(), readdirSync(folder)];
  await expect(openService({ folder })).rejects.toMatchObject({
    name: "UsageError",
    message: `The data has schema version ${later}, but this program supports versions up to ${schemaVersion}. Use a newer version of tome.`,
  });
  expect([bytes(), readdirSync(folder)]).toEqual([before, names]);
});
