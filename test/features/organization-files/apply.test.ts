/** The outcome of `tome apply`, with a platform that the tests choose. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as journals from "../../../src/app/bulk/journal.ts";
import { NetworkError } from "../../../src/errors.ts";
import { apply } from "../../../src/features/organization-files/apply.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

interface Options {
  /** Content of the file content.yaml. */
  readonly content?: object;
  readonly people?: object;
  /** Bodies, statuses or functions by request. */
  readonly responses?: Readonly<Record<string, unknown>>;
  /** The request whose response is lost. */
  readonly lost?: string;
  /** Further files of the folder. */
  readonly files?: Readonly<Record<string, string>>;
  readonly resume?: string;
  readonly yes?: boolean;
  readonly confirms?: boolean;
}

const collections = (...titles: readonly string[]) => ({
  collections: Object.fromEntries(titles.map((title) => [title.toLowerCase(), { title }])),
});

async function run({
  content,
  people,
  responses = {},
  lost,
  files = {},
  resume,
  yes = true,
  confirms,
}: Options) {
  const cwd = temporaryFolder();
  if (content !== undefined) writeFileSync(join(cwd, "content.yaml"), JSON.stringify(content));
  if (people !== undefined) writeFileSync(join(cwd, "people.yaml"), JSON.stringify(people));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  let count = 0;
  const locks: string[] = [];
  const { context, sent, said } = openScriptedContext({
    yes,
    ...(confirms !== undefined && { confirms }),
    answer: ({ line, body }) => {
      if (line === lost) throw new NetworkError("The connection broke.", { arrived: "perhaps" });
      const value = responses[line.replace(/\?.*/, "")];
      if (typeof value === "function") return value();
      if (value !== undefined) return value;
      if (line.startsWith("GET")) return { items: [] };
      count += 1;
      return { id: `N${count}`, ...(body as object) };
    },
    more: {
      cwd,
      env: {},
      settings: { baseUrl: { value: "https://a.example" } },
      store: { path: join(cwd, "settings") },
      journals: async () => journals,
      interrupted: () => new Promise(() => {}),
      lockFile: async () => {
        locks.push("lock");
        return async () => void locks.push("release");
      },
      redactions: { text: (text: string) => text, value: (value: unknown) => value },
      saveFile: async (path: string, bytes: Buffer) => writeFileSync(join(cwd, path), bytes),
    },
  });
  const error = await apply(context, {
    organizationId: "O1",
    folder: ".",
    ...(resume && { resume }),
  }).then(
    (result) => {
      if (result === undefined || !("list" in result)) throw new Error(JSON.stringify(result));
      return result;
    },
    (thrown: Error) => thrown,
  );
  const exists = (name: string) => existsSync(join(cwd, name));
  const shared = {
    writes: sent.filter((one) => !String(one).startsWith("GET")),
    said,
    locks,
    hasJournal: exists("tome.journal.ndjson"),
    lock: exists("tome.lock.json")
      ? (JSON.parse(readFileSync(join(cwd, "tome.lock.json"), "utf8")) as { serial: number })
      : undefined,
  };
  if (error instanceof Error) return { ...shared, error, rows: [], notes: [], end: undefined };
  const rows = [];
  for await (const page of error.list) rows.push(...page);
  return { ...shared, error: undefined, rows, notes: error.notes?.(), end: error.unsettled?.() };
}

const create = (title: string) => ["POST /orgs/O1/collections", { title }];
const row = (status: string, title: string, more: object = {}) => ({
  ...{ status, does: "create", address: `collections/${title.toLowerCase()}`, kind: "collection" },
  ...{ title, id: null, error: null },
  ...more,
});
/** Responses to the same request, one after the other; the last one repeats. */
const inOrder = (...values: readonly unknown[]) => {
  const rest = [...values];
  return () => (rest.length > 1 ? rest.shift() : rest[0]);
};
const post = "POST /orgs/O1/collections";
const list = "GET /orgs/O1/collections";
const existing = (id: string, title: string) => ({ id, title, defaultLevel: "inherit" });

describe("an apply", () => {
  test("creates the resources of the files, and records them in the lock", async () => {
    const { rows, notes, end, locks, hasJournal, lock, writes } = await run({
      content: collections("One", "Two"),
    });
    expect(writes).toEqual([create("One"), create("Two")]);
    expect(rows).toEqual([row("done", "One", { id: "N1" }), row("done", "Two", { id: "N2" })]);
    expect(notes).toEqual(["Applied 2 of 2 changes.", "Examined 1 file and 2 resources."]);
    expect([end, locks, hasJournal]).toEqual([undefined, ["lock", "release"], false]);
    expect(lock).toMatchObject({
      ...{ tome: "organization", platform: "https://a.example", organization: "O1", serial: 1 },
      things: { "collections/one": { id: "N1" }, "collections/two": { id: "N2" } },
    });
  });

  test("without changes writes only a lock for what the files manage", async () => {
    const buildLock = (serial: number) =>
      JSON.stringify({
        ...{ tome: "organization", version: 1, platform: "https://a.example" },
        ...{ organization: "O1", serial, things: {} },
      });
    const files = { "tome.lock.json": buildLock(7) };
    const { rows, notes, end, lock, locks } = await run({ content: {}, files, yes: false });
    expect([rows, end, lock?.serial, locks]).toEqual([[], undefined, 7, []]);
    expect(notes).toEqual(["Examined 1 file and 0 resources."]);
    expect((await run({ content: {}, yes: false })).lock?.serial).toBe(0);
  });

  test("is confirmed after the changes were listed", async () => {
    const content = collections("One");
    const { said, writes, lock } = await run({ content, yes: false, confirms: false });
    expect(said.at(-1)).toMatch(/^question: .*1 .*\. Apply these changes\?$/);
    expect(said.some((line) => line.startsWith("note: ") && line.includes("collections/one"))).toBe(
      true,
    );
    expect([writes, lock]).toEqual([[], undefined]);
    expect((await run({ content, yes: false, confirms: true })).writes).toEqual([create("One")]);
    const { error } = await run({ content, yes: false });
    expect(error?.message).toContain("tome apply . requires --yes");
  });
});

describe("an apply that could not make all changes", () => {
  const two = collections("One", "Two");
  test("because the platform refused some says which was the first", async () => {
    const { rows, end, notes, lock, hasJournal } = await run({
      content: two,
      responses: { [post]: inOrder({ id: "N1", title: "One" }, 403) },
    });
    expect(rows).toEqual([
      row("done", "One", { id: "N1" }),
      row("failed", "Two", { error: "Answered with 403." }),
    ]);
    expect(end).toMatchObject({
      how: "partial",
      message: "1 of 2 changes was not applied. First: collections/two: Answered with 403.",
      hint: "tome apply .",
    });
    expect(notes?.[0]).toBe("Applied 1 of 2 changes.");
    expect(lock).toMatchObject({ things: { "collections/one": { id: "N1" } } });
    expect(hasJournal).toBe(false);
    const all = await run({ content: two, responses: { [post]: 403 } });
    expect(all.end?.message).toBe(
      "2 of 2 changes were not applied. First: collections/one: Answered with 403.",
    );
  });

  test("because a response was lost keeps its journal", async () => {
    const { rows, end, hasJournal } = await run({ content: collections("One"), lost: post });
    expect(rows).toMatchObject([{ status: "unknown", address: "collections/one" }]);
    expect(end).toMatchObject({
      how: "partial",
      message: expect.stringMatching(
        /^1 of 1 change was not applied, or the result is unknown\. The journal is tome\.journal\.ndjson\. First: collections\/one: The connection broke/,
      ),
      hint: "tome apply . --resume tome.journal.ndjson",
    });
    expect(hasJournal).toBe(true);
  });

  test("because another run created a resource names it", async () => {
    const listed = inOrder({ items: [] }, { items: [existing("C9", "One")] });
    const { end, rows, writes } = await run({
      content: collections("One"),
      responses: { [list]: listed },
    });
    expect([writes, rows[0]?.status]).toEqual([[], "conflict"]);
    expect(end).toMatchObject({
      how: "conflict",
      message: expect.stringMatching(
        /^1 of 1 change was not applied because resources with the same titles exist\. First: collections\/one: The collection "One" already exists \(C9\)/,
      ),
      hint: "tome plan .",
    });
  });

  test("because a resource changed after the plan says so", async () => {
    const things = { "collections/one": { kind: "collection", id: "C1", fields: {} } };
    const lock = {
      ...{ tome: "organization", version: 1, platform: "https://a.example" },
      ...{ organization: "O1", serial: 1, things },
    };
    const { end, writes } = await run({
      content: collections("One"),
      files: { "tome.lock.json": JSON.stringify(lock) },
      responses: {
        [list]: { items: [existing("C1", "Old")] },
        "GET /collections/C1": existing("C1", "Else"),
      },
    });
    expect(writes).toEqual([]);
    expect(end).toMatchObject({
      how: "conflict",
      message:
        "1 of 1 change was not applied because the resources changed after the plan. First: collections/one: Another user changed title of collections/one after the plan was created. It was not overwritten.",
      hint: "tome plan .",
    });
  });

  test("for several reasons names the most important one, and the first step", async () => {
    const things = { "collections/one": { kind: "collection", id: "C1", fields: {} } };
    const lock = {
      ...{ tome: "organization", version: 1, platform: "https://a.example" },
      ...{ organization: "O1", serial: 1, things },
    };
    const one = existing("C1", "Old");
    const changed = "Another user changed title of collections/one after the plan was created.";
    /** The first collection changed, and the others have the outcomes. */
    const runWith = async (...outcomes: readonly ("twin" | "refused" | "lost" | "created")[]) => {
      const titles = ["Two", "Six"].slice(0, outcomes.length);
      const twins = outcomes.flatMap((outcome, at) =>
        outcome === "twin" ? existing(`T${at}`, titles[at] ?? "") : [],
      );
      const { end, hasJournal } = await run({
        content: collections("One", ...titles),
        files: { "tome.lock.json": JSON.stringify(lock) },
        responses: {
          [list]: inOrder({ items: [one] }, { items: [one, ...twins] }),
          "GET /collections/C1": existing("C1", "Else"),
          ...(outcomes.includes("refused") && { [post]: 403 }),
        },
        ...(outcomes.includes("lost") && { lost: post }),
      });
      return [end?.how, end?.message, hasJournal];
    };
    const reasons = {
      changed: "applied because the resources changed after the plan.",
      refused: "applied.",
      lost: "applied, or the result is unknown. The journal is tome.journal.ndjson.",
    };
    const first = `First: collections/one: ${changed}`;
    const expectReason = (
      how: string,
      count: string,
      reason: keyof typeof reasons,
      hasJournal = false,
    ) => [how, expect.stringContaining(`${count} not ${reasons[reason]} ${first}`), hasJournal];
    const outcomes = await Promise.all([
      runWith("twin"),
      runWith("created"),
      runWith("refused"),
      runWith("twin", "refused"),
      runWith("lost"),
      runWith("twin", "lost"),
    ]);
    expect(outcomes).toEqual([
      expectReason("conflict", "2 of 2 changes were", "changed"),
      expectReason("conflict", "1 of 2 changes was", "changed"),
      expectReason("partial", "2 of 2 changes were", "refused"),
      expectReason("partial", "3 of 3 changes were", "refused"),
      expectReason("partial", "2 of 2 changes were", "lost", true),
      expectReason("partial", "3 of 3 changes were", "lost", true),
    ]);
  });

  test("because users have to accept waits for them", async () => {
    const people = { members: { "new@x.org": { role: "edit" }, "old@x.org": { role: "edit" } } };
    const invite = "POST /orgs/O1/invites";
    const { end, rows } = await run({ people, responses: { [invite]: { users: [] } } });
    expect(rows.map(({ status }) => status)).toEqual(["asked", "asked"]);
    expect(end).toMatchObject({
      how: "pending",
      message: "2 of 2 changes are waiting for another user. Apply again after they accept.",
    });
    const one = await run({
      people,
      responses: { [invite]: inOrder({ users: ["U1"] }, { users: [] }) },
    });
    expect(one.end?.message).toBe(
      "1 of 2 changes is waiting for another user. Apply again after they accept.",
    );
  });

  test("because another run created the same titles at the same time names them", async () => {
    const twins = (...titles: readonly string[]) =>
      titles.flatMap((title, at) => [existing(`N${at + 1}`, title), existing(`T${at}`, title)]);
    const end = async (...titles: readonly string[]) => {
      const before = Array.from({ length: titles.length + 1 }, () => ({ items: [] }));
      const listed = inOrder(...before, { items: twins(...titles) });
      return (await run({ content: collections(...titles), responses: { [list]: listed } })).end;
    };
    const sentence = (title: string) =>
      `The collection "${title}" exists twice (N1 and T0), because another run created it at the same time. Delete one of them.`;
    expect(await end("One")).toMatchObject({ how: "conflict", message: sentence("One") });
    expect((await end("One", "Two"))?.message).toBe(
      `${sentence("One")} 1 more title exists twice.`,
    );
    expect((await end("One", "Two", "Six"))?.message).toMatch(/ 2 more titles exist twice\.$/);
  });
});

describe("the journal of an interrupted apply", () => {
  const name = "tome.journal.ndjson";
  const content = collections("One");
  const written = { journal: "tome", version: 1, salt: "00", began: "2026-01-01T00:00:00Z" };
  const journal = (header: object, ...lines: readonly object[]) =>
    [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");

  test.each([
    [
      "apply",
      "https://b.example",
      "The journal other.ndjson belongs to an apply on https://b.example.",
    ],
    ["space update", "https://a.example", "The journal other.ndjson belongs to tome space update."],
  ])("of %s on %s is refused", async (command, platform, message) => {
    const header = { ...written, command, platform, items: 1 };
    const { error, writes } = await run({
      content,
      files: { "other.ndjson": journal(header) },
      resume: "other.ndjson",
    });
    expect([error?.message, writes]).toEqual([message, []]);
  });

  test("is continued only on request", async () => {
    const header = { ...written, command: "apply", platform: "https://a.example", items: 1 };
    const files = {
      [name]: journal(header, {
        item: 1,
        key: "create collection collections/one",
        is: "sending",
      }),
    };
    const { error, writes } = await run({ content, files });
    expect(error).toMatchObject({
      message: `An apply of . was interrupted. Use --resume ${name} to continue it.`,
      hint: `tome apply . --resume ${name}`,
    });
    expect(writes).toEqual([]);
    const resumed = await run({ content, files, resume: name });
    expect([resumed.writes, resumed.hasJournal]).toEqual([[create("One")], false]);
    const similar = { [list]: { items: [existing("C9", "One")] } };
    const refused = await run({ content, files, resume: name, responses: similar });
    expect(refused.error?.message).toContain(
      'The request that creates collections/one got no response, and a similar resource exists: "One" (C9).',
    );
  });
});
