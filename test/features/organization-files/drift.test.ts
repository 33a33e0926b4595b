import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { detectDrift } from "../../../src/features/organization-files/drift.ts";
import { computeDigest } from "../../../src/features/organization-files/resource.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { openLocalTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

/** An exported folder, and a space that was renamed on the platform since. */
async function start() {
  const { run, ok } = openLocalTome();
  await ok("space create --title Handbook");
  const folder = join(temporaryFolder(), "acme");
  await ok(`export ${folder}`);
  await ok("space update Handbook --title Manual");
  const drift = async () => JSON.parse((await run(`drift ${folder} --json`)).stdout);
  return { run, folder, drift };
}

slowTest("a change has the value of the last apply and the current one", async () => {
  const { run, folder, drift } = await start();
  const change = { address: "spaces/handbook", field: "title", now: '"Manual"' };
  expect(await drift()).toMatchObject([{ ...change, before: '"Handbook"' }]);
  const { code, stdout } = await run(`drift ${folder}`);
  expect([code, stdout]).toEqual([
    10,
    expect.stringContaining('spaces/handbook\ttitle\t"Handbook"\t"Manual"\t'),
  ]);
});

test("the former value is unknown if the files were edited or cannot be read", async () => {
  const { folder, drift } = await start();
  const file = join(folder, "content.yaml");
  const text = readFileSync(file, "utf8");
  for (const edited of [text.replace("title: Handbook", "title: Guide"), "spaces: ["]) {
    writeFileSync(file, edited);
    expect(await drift()).toMatchObject([{ field: "title", before: "", now: '"Manual"' }]);
  }
});

describe("drift", () => {
  const digests = (values: Readonly<Record<string, string | null>>) =>
    Object.fromEntries(
      Object.entries(values).map(([field, value]) => [field, computeDigest(value)]),
    );
  const things = {
    "collections/c": { kind: "collection", id: "C1", fields: digests({ title: "C" }) },
    "spaces/a": { kind: "space", id: "S1", fields: digests({ title: "A", emoji: null }) },
    "spaces/ab": { kind: "space", id: "S2", fields: digests({ title: "Ab" }) },
    "spaces/gone": { kind: "space", id: "S3", fields: digests({ title: "Gone" }) },
    "spaces/left": { kind: "space", id: "S4", fields: digests({ title: "Left" }), left: true },
    "spaces/same": { kind: "space", id: "S5", fields: digests({ title: "Same" }) },
  };
  const responses: Readonly<Record<string, readonly object[]>> = {
    "GET /orgs/O1/members": [],
    "GET /orgs/O1/collections": [{ id: "C1", title: "New C" }],
    "GET /orgs/O1/spaces": [
      { id: "S1", title: "New A", emoji: "1f600" },
      { id: "S2", title: "New Ab" },
      { id: "S4", title: "New left" },
      { id: "S5", title: "Same" },
      { id: "S9", title: "Unmanaged" },
    ],
  };
  /** The changed fields, the number of ignored changes, and the sentence at the end. */
  async function detect(ignore: readonly string[], lock: object = things) {
    const cwd = temporaryFolder();
    const header = { tome: "organization", version: 1, serial: 1 };
    const text = { ...header, platform: "https://a.example", organization: "O1", things: lock };
    writeFileSync(join(cwd, "tome.lock.json"), JSON.stringify(text));
    const { context, sent } = openScriptedContext({
      answer: ({ line }) => ({ items: responses[line.replace(/\?.*/, "")] ?? [] }),
      more: {
        cwd,
        settings: { baseUrl: { value: "https://a.example" } },
        redactions: { value: (value: unknown) => value },
      },
    });
    const result = await detectDrift(context, { organizationId: "O1", ignore });
    if (result === undefined || !("list" in result)) throw new Error("There is no list.");
    const rows = [];
    for await (const page of result.list) rows.push(...page);
    expect(sent.every((one) => String(one).startsWith("GET "))).toBe(true);
    return {
      rows: rows.map(({ address, field, now }) => `${address}.${field} ${now}`),
      notes: result.notes?.(),
      end: result.unsettled?.()?.message,
    };
  }
  const all = {
    c: 'collections/c.title "New C"',
    aTitle: 'spaces/a.title "New A"',
    aEmoji: 'spaces/a.emoji "1f600"',
    ab: 'spaces/ab.title "New Ab"',
    gone: "spaces/gone. deleted from the platform",
  };
  const { c, aTitle, aEmoji, ab, gone } = all;

  test.each<readonly [readonly string[], readonly string[], string]>([
    [[], Object.values(all), ""],
    [["spaces/a"], [c, ab, gone], ", 2 changes of --ignore"],
    [["spaces/a.title"], [c, aEmoji, ab, gone], ", 1 change of --ignore"],
    [["spaces/gone"], [c, aTitle, aEmoji, ab], ", 1 change of --ignore"],
    [["*/*.title"], [aEmoji, gone], ", 3 changes of --ignore"],
    [["spaces/*.emoji", "collections/c"], [aTitle, ab, gone], ", 2 changes of --ignore"],
    [["spaces", "title", "spaces/left"], Object.values(all), ""],
  ])("ignores the resources and fields of --ignore %j", async (ignore, rows, ignored) => {
    const found = await detect(ignore);
    expect(found.rows).toEqual(rows);
    expect(found.notes).toEqual([
      `Examined 5 resources and 5 fields, skipped 1 resource that the files no longer contain${ignored.replace(/^,/, " and")}.`,
    ]);
    const count = new Set(rows.map((row) => row.split(".")[0])).size;
    expect(found.end).toBe(
      `${count} resource${count === 1 ? " has" : "s have"} changed on the platform since the last apply.`,
    );
  });

  test("succeeds if only ignored changes, or resources that left the files, are different", async () => {
    const [ignored, left] = await Promise.all([
      detect(["**"]),
      detect([], { "spaces/left": things["spaces/left"] }),
    ]);
    expect([ignored.rows, ignored.end]).toEqual([[], undefined]);
    expect([left.rows, left.end]).toEqual([[], undefined]);
  });
});
