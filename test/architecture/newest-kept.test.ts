/**
 * Tables that keep only the newest rows. The tenant who adds rows determines which rows such a
 * limit removes, so each limit counts the rows of one tenant: this list names it, and new limits
 * must be added.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const service = join(import.meta.dirname, "../../src/service");

/** The files with such a limit, and the column with the owner of the counted rows. */
const limits: Readonly<Record<string, string>> = {
  "areas/git/plans.ts": "requested_by",
  "areas/integration-events/record.ts": "installation_id",
  "areas/site-findings/scan-site.ts": "site_id",
  "areas/webhooks/notify.ts": "webhook_id",
};

test("each limit that keeps the newest rows counts those of one tenant", () => {
  const files = readdirSync(service, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map(
      (name) => [name.replaceAll("\\", "/"), readFileSync(join(service, name), "utf8")] as const,
    );
  const limited = files.filter(([, text]) => /\.offset\([^)]|<=", [\w.]+ - most/.test(text));
  expect(limited.map(([name]) => name).toSorted()).toEqual(Object.keys(limits));
  for (const [name, text] of limited) expect(text).toContain(`.where("${limits[name]}"`);
});
