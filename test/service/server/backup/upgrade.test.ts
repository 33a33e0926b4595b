import { expect, test } from "vitest";
import { slowTest } from "../../../support/generators/amount.ts";
import { schemaVersion } from "../../../support/platforms/database.ts";
import { getMessage, openTestPlatform } from "../../../support/platforms/platform.ts";
import { getExport } from "../../../support/platforms/schema-versions.ts";

slowTest(
  "an export of an earlier version is imported with its users, tokens and pages",
  async () => {
    const kept = getExport(10);
    const { ask, service } = await openTestPlatform();
    const token = await service.admin.newAdminToken();
    const { status } = await ask("POST /_tome/import", { token, body: kept });
    expect(status).toBe(200);
    const { version, tables } = await service.admin.export();
    expect(version).toBe(schemaVersion);
    for (const table of ["users", "tokens", "spaces", "documents", "revisions", "integrations"]) {
      // A migration can add columns.
      const rows = kept.tables[table]?.map((row) => expect.objectContaining(row));
      expect([table, tables[table]]).toEqual([table, rows]);
    }
    const spaces = (await ask("GET /v1/orgs")).body as { items: unknown[] };
    expect(spaces.items).toHaveLength(kept.tables.organizations?.length ?? 0);
  },
);

test("an export with tables unknown to its version is refused, and the data stays", async () => {
  const { ask, service } = await openTestPlatform();
  const token = await service.admin.newAdminToken();
  const before = await service.admin.export();
  const answer = await ask("POST /_tome/import", { token, body: { ...getExport(10), version: 1 } });
  expect([answer.status, getMessage(answer)]).toEqual([
    400,
    expect.stringContaining("is not a known table"),
  ]);
  expect(await service.admin.export()).toEqual(before);
});
