/** The output of `tome plan`, with a platform that the tests choose. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as journals from "../../../src/app/bulk/journal.ts";
import { showPlan } from "../../../src/features/organization-files/show-plan.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

type Input = Omit<Parameters<typeof showPlan>[1], "organizationId">;

interface Options extends Input {
  /** The title of the only collection in the files. */
  readonly title?: string;
  readonly webhooks?: object;
  readonly journal?: readonly object[];
  readonly env?: Readonly<Record<string, string>>;
}

const header = { journal: "tome", version: 1, salt: "00", began: "2026-01-01T00:00:00Z" };
const lock = {
  ...{ tome: "organization", version: 1, platform: "https://a.example", organization: "O1" },
  serial: 4,
};
const locked = { "collections/c": { kind: "collection", id: "C1", fields: {} } };
const lockedWebhook = { "webhooks/w": { kind: "webhook", id: "W1", fields: {} } };

/** A folder whose platform has a collection "Old" and a webhook with a secret URL. */
async function plan({ title, webhooks, journal, env = {}, ...input }: Options) {
  const cwd = temporaryFolder();
  const write = (name: string, value: unknown) =>
    writeFileSync(join(cwd, name), typeof value === "string" ? value : JSON.stringify(value));
  const things = { ...locked, ...(webhooks && lockedWebhook) };
  write("tome.lock.json", { ...lock, things });
  const collections = title === undefined ? {} : { collections: { c: { title } } };
  write("content.yaml", collections);
  if (webhooks !== undefined) write("webhooks.yaml", { webhooks });
  if (journal !== undefined) {
    const about = { command: "apply", platform: "https://a.example", items: 1 };
    const lines = [{ ...header, ...about }, ...journal];
    write("tome.journal.ndjson", lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }
  const platform: Readonly<Record<string, readonly object[]>> = {
    "GET /orgs/O1/collections": [{ id: "C1", title: "Old" }],
    "GET /orgs/O1/webhooks": [{ id: "W1", url: "https://hooks.example/t0ken", events: [] }],
  };
  const { context, sent } = openScriptedContext({
    answer: ({ line }) => ({ items: platform[line.replace(/\?.*/, "")] ?? [] }),
    more: {
      ...{ cwd, env, version: "1.0.0", conceal: () => {} },
      settings: { baseUrl: { value: "https://a.example" } },
      journals: async () => journals,
      redactions: {
        add: async () => {},
        text: (text: string) => text,
        value: (value: unknown) => value,
      },
      saveFile: async (path: string, bytes: Buffer) => writeFileSync(join(cwd, path), bytes),
    },
  });
  const result = await showPlan(context, { organizationId: "O1", ...input });
  if (result === undefined || !("list" in result)) throw new Error("There is no list.");
  const rows = [];
  for await (const page of result.list) rows.push(...page);
  const { notes, next, none, unsettled } = result;
  return {
    ...{ rows, notes: notes?.(), next, none, end: unsettled?.() },
    writes: sent.filter((one) => !String(one).startsWith("GET ")),
    readFile: (name: string) => readFileSync(join(cwd, name), "utf8"),
  };
}

const scope = "Examined 1 file and 1 resource.";
const interrupted =
  "An apply of . was interrupted. Use --resume tome.journal.ndjson to continue it.";
const step = { item: 1, key: "create collection collections/x", is: "sending" };

describe("plan", () => {
  test.each<readonly [string, Options, readonly (string | undefined)[], string | undefined]>([
    ["changes", { title: "New" }, [scope, "1 to change."], "tome apply ."],
    [
      "changes and --save",
      { title: "New", save: "p.json" },
      [scope, "1 to change."],
      "tome apply p.json",
    ],
    [
      "changes and --prune",
      { title: "New", prune: true },
      [scope, "1 to change."],
      "tome apply . --prune",
    ],
    ["changes and --fail", { title: "New", fail: "changes" }, [scope], "tome apply ."],
    ["no changes", { title: "Old" }, [scope], undefined],
    ["no changes and --fail", { title: "Old", fail: "changes" }, [scope], undefined],
    ["no changes and --save", { title: "Old", save: "p.json" }, [scope], undefined],
    [
      "changes and an interrupted apply",
      { title: "New", save: "p.json", journal: [step] },
      [interrupted, scope, "1 to change."],
      "tome apply . --resume tome.journal.ndjson",
    ],
    [
      "no changes and an interrupted apply",
      { title: "Old", journal: [step] },
      [interrupted, scope],
      undefined,
    ],
    [
      "an apply that ended before its first write",
      { title: "New", journal: [] },
      [scope, "1 to change."],
      "tome apply .",
    ],
  ])("with %s has these notes and this next command", async (_, options, notes, command) => {
    const found = await plan(options);
    const next = command === undefined ? undefined : `To apply these changes: ${command}`;
    expect([found.notes, found.next]).toEqual([notes, next]);
    const isError = options.fail !== undefined && command !== undefined;
    expect([found.end?.how, found.end?.message]).toEqual(
      isError ? ["findings", "1 to change."] : [undefined, undefined],
    );
    expect(found.none).toBe("The organization matches the files in the current folder.");
    expect(found.writes).toEqual([]);
  });

  test("has the changed fields of each step as values, names and text", async () => {
    const { rows } = await plan({ title: "New" });
    expect(rows).toEqual([
      {
        ...{ does: "update", address: "collections/c", kind: "collection", title: "Old", id: "C1" },
        changes: [{ field: "title", from: "Old", to: "New", side: "pending" }],
        ...{ note: null, fields: "title", values: 'title: "Old" → "New"' },
      },
    ]);
  });

  test.each([
    [{ env: "HOOK" }, "https://hooks.example/[removed]", "(the variable HOOK)"],
    ["https://new.example/hook", "https://hooks.example/t0ken", "https://new.example/hook"],
  ])("of a webhook with the URL %j has no secret", async (url, from, to) => {
    const env = { HOOK: "https://new.example/s3cret" };
    const { rows } = await plan({ title: "Old", webhooks: { w: { url } }, env });
    expect(rows).toMatchObject([{ address: "webhooks/w", changes: [{ field: "url", from, to }] }]);
    expect(JSON.stringify(rows)).not.toContain("s3cret");
  });

  test("writes the files of --save and --markdown, even without changes", async () => {
    for (const [title, summary] of [
      ["New", "1 to change"],
      ["Old", "No changes"],
    ] as const) {
      const { readFile } = await plan({ title, save: "p.json", markdown: "p.md" });
      expect(readFile("p.md")).toContain(`### tome plan: ${summary}\n`);
      expect(JSON.parse(readFile("p.json"))).toMatchObject({ tome: "plan", organization: "O1" });
    }
  });
});
