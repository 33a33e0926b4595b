import { describe, expect, test } from "vitest";
import { NameNotFoundError } from "../../../src/errors.ts";
import { listRevisions } from "../../../src/features/content/revision-list.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

interface Options {
  readonly page?: string;
  readonly depth?: number;
  /** The id of the page, or the error of its look-up. */
  readonly match?: string | Error;
  readonly screen?: boolean;
}

const merged = { subject: "Fix", number: 7, createdBy: { displayName: "Ada" } };
const revisions: Readonly<Record<string, object>> = {
  R3: { id: "R3", type: "edits", parents: ["R2", "R9"] },
  R2: {
    id: "R2",
    type: "merge",
    mergedFrom: merged,
    parents: ["R1"],
    pages: [{}],
    files: [{}],
    reusableContents: [{}],
  },
  R1: { id: "R1", type: "initial" },
};
const change = (id: string, path: string, title: string) => ({ page: { id, path, title } });
const changes: Readonly<Record<string, readonly object[]>> = {
  R3: [change("P2", "other", "Other")],
  R2: [change("P1", "old/setup", "Setup"), change("P2", "other", "Other")],
  R1: [change("P1", "first", "First")],
};

async function list({ match = "P1", screen = false, ...input }: Options) {
  const clients: unknown[] = [];
  const opened = openScriptedContext({
    screen,
    answer: ({ line }) => {
      const [, id = "", rest = ""] = /\/revisions\/(\w+)(\/changes)?/.exec(line) ?? [];
      if (id === "") return { id: "S1", revision: "R3" };
      return rest === "" ? revisions[id] : { changes: changes[id] };
    },
    more: {
      lookUp: async () => {
        if (match instanceof Error) throw match;
        return { id: match };
      },
    },
  });
  const context = {
    ...opened.context,
    client: async (options?: object) => {
      clients.push(options);
      return opened.context.client();
    },
  };
  const result = await listRevisions(context, { spaceId: "S1", ...input });
  if (result === undefined || !("list" in result)) throw result;
  const rows = [];
  for await (const page of result.list) rows.push(...page);
  return {
    rows,
    ids: rows.map(({ id }) => id),
    next: result.next,
    notes: result.notes?.(),
    none: result.none,
    sent: opened.sent,
    clients,
  };
}

describe("the revisions of a space", () => {
  test("are listed from the newest to the first, without their content", async () => {
    const { rows, next, notes, sent, clients } = await list({});
    expect(rows).toEqual([
      revisions.R3,
      { id: "R2", type: "merge", mergedFrom: merged, parents: ["R1"] },
      revisions.R1,
    ]);
    expect(next).toBe("To show the changed text of a change request: tome cr diff 7 --space S1");
    expect(notes).toEqual([]);
    expect(sent).toHaveLength(4);
    expect(sent[1]).toBe("GET /spaces/S1/revisions/R3?computed=false");
    expect(clients).toEqual([{ many: true }]);
  });

  test("are listed in part, with the way to older ones", async () => {
    const { ids, next, notes, clients } = await list({ depth: 1 });
    expect([ids, next, clients]).toEqual([["R3"], undefined, [{ many: false }]]);
    expect(notes).toEqual([
      "Examined the latest 1 revision. To examine older ones, use --depth <n>.",
    ]);
    expect((await list({ depth: 2 })).notes).toEqual([
      "Examined the latest 2 revisions. To examine older ones, use --depth <n>.",
    ]);
    expect((await list({ depth: 3 })).notes).toEqual([]);
  });

  test("without an author have a note on a terminal", async () => {
    expect((await list({ screen: true })).notes).toEqual([
      "The API does not return the authors of imports and of edits outside change requests.",
    ]);
  });
});

describe("the revisions that changed a page", () => {
  const unknown = new NameNotFoundError("No page matches.");
  test.each<readonly [string, Options, readonly string[]]>([
    ["are found by the id of the page", { page: "setup", match: "P1" }, ["R2", "R1"]],
    [
      "are found by the former path of a deleted page",
      { page: "/old/setup/", match: unknown },
      ["R2", "R1"],
    ],
    [
      "are found by the former title of a deleted page",
      { page: "Setup", match: unknown },
      ["R2", "R1"],
    ],
    ["are only those of the page", { page: "other", match: "P2" }, ["R3", "R2"]],
  ])("%s", async (_, options, ids) => {
    const { ids: found, sent } = await list(options);
    expect(found).toEqual(ids);
    expect(sent).toContain(
      "GET /spaces/S1/revisions/R3/changes?limit=1000&metadata=false&computed=false",
    );
  });

  test("of an unknown page are an error only if all revisions were examined", async () => {
    const options = { page: "nowhere", match: unknown };
    await expect(list(options)).rejects.toBe(unknown);
    const { ids, none } = await list({ ...options, depth: 2 });
    expect([ids, none]).toEqual([[], "None of the revisions changed the page."]);
    expect((await list({ page: "x", match: "P9" })).ids).toEqual([]);
    await expect(list({ page: "x", match: new TypeError("bug") })).rejects.toThrow("bug");
  });
});
