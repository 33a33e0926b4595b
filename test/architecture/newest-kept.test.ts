/**
 * Tables that keep the newest rows only. Whoever adds rows decides what such a limit removes, so each
 * is of one tenant: this list says of which, and a new one has to be added to it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const service = join(import.meta.dirname, "../../src/service");

/** The files with such a limit, and the column that names whose rows are counted. */
const limits: Readonly<Record<string, string>> = {
  "areas/events/record.ts": "installation_id",
  "areas/git/plans.ts": "requested_by",
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
