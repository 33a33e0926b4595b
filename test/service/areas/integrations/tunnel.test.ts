import { join } from "node:path";
import { expect, test } from "vitest";
import * as integration from "../../../../src/contract/integration.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import { serve } from "../../../support/network/loopback.ts";
import { integrationName, openTunnelled } from "../../../support/organizations/tunnel.ts";
import { openTestService } from "../../../support/platforms/postgres/databases.ts";

test.each([
  "http://127.0.0.1:3000/",
  "http://localhost:3000/",
  "http://tunnel.localhost./",
  "http://[::1]:3000/",
  "http://[::ffff:127.0.0.1]/",
  "http://192.168.1.1/",
  "http://169.254.169.254/latest",
  "http://0x7f.1/",
])("a tunnel at %s needs --allow-private, and the error names it", async (tunnelUrl) => {
  const { workspace, admin } = await openTunnelled({});
  const asked = { integrationName, tunnelUrl };
  expect(await workspace.refused(admin, integration.dev, asked)).toEqual({
    status: 400,
    message: expect.stringContaining("--allow-private"),
  });
});

test.each([
  ["ftp://example.com/", "tunnelUrl must be an http or https URL"],
  ["not a URL", "tunnelUrl must be an http or https URL"],
  ["https://me:secret@example.com/", "tunnelUrl must not contain a user name or a password."],
  [`https://example.com/${"x".repeat(256)}`, "tunnelUrl can have at most 256 characters"],
])("the tunnel %s is refused", async (tunnelUrl, message) => {
  const { workspace, admin } = await openTunnelled();
  const refused = await workspace.refused(admin, integration.dev, { integrationName, tunnelUrl });
  expect(refused).toEqual({ status: 400, message: expect.stringContaining(message) });
});

test("a tunnel that is no longer allowed is not contacted, and the trace states the reason", async () => {
  const folder = join(temporaryFolder(), "data");
  const { workspace, change, tunnel } = await openTunnelled({
    folder,
    allowPrivate: ["127.0.0.1"],
  });
  const { url, seen } = await serve((_seen, response) => void response.end());
  await tunnel(url);
  await change("R1");
  await workspace.service.close();
  const strict = await openTestService({ folder, realTime: () => workspace.now.getTime() });
  await strict.jobs.finish();
  const row = await strict.db
    .selectFrom("integration_events")
    .select(["delivery", "trace"])
    .where("delivery", "<>", "none")
    .executeTakeFirstOrThrow();
  await strict.close();
  expect(seen).toEqual([]);
  expect(row.delivery).toBe("failed");
  expect(row.trace).toContain("--allow-private");
});
