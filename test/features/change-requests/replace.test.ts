import { describe, expect, test } from "vitest";
import { IncompleteError } from "../../../src/errors.ts";
import { replace } from "../../../src/features/change-requests/replace.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { slowTest } from "../../support/generators/amount.ts";

const leaf = (text: string) => ({ object: "leaf", text, marks: [] });
const text = (...leaves: readonly string[]) => ({ object: "text", leaves: leaves.map(leaf) });
const block = (...nodes: readonly object[]) => ({ object: "block", type: "paragraph", nodes });
const link = (url: string, label: string) => ({
  object: "inline",
  type: "link",
  data: { ref: { kind: "url", url } },
  nodes: [text(label)],
});
const document = (...nodes: readonly object[]) => ({ object: "document", data: {}, nodes });

type Flags = Partial<Parameters<typeof replace>[1]>;
const base = "/spaces/S1/change-requests/R1/content";

async function run(
  pages: readonly Readonly<Record<string, unknown>>[],
  flags: Flags,
  { fails = false } = {},
) {
  let edits = 0;
  const { context, sent } = openScriptedContext({
    answer: ({ line }) => {
      if (line.startsWith(`GET ${base}/pages`)) return { pages };
      const [, id] = new RegExp(`^GET ${base}/page/(\\w+)`).exec(line) ?? [];
      const listAll = (
        all: readonly Readonly<Record<string, unknown>>[],
      ): readonly Readonly<Record<string, unknown>>[] =>
        all.flatMap((one) => [one, ...listAll((one.pages ?? []) as never)]);
      if (id !== undefined) return listAll(pages).find((one) => one.id === id) ?? 404;
      edits += 1;
      return fails && edits > 1 ? 409 : {};
    },
  });
  const announced: unknown[] = [];
  const client = await context.client();
  Object.assign(client, {
    announceAll: (_: unknown, says: readonly string[]) => void announced.push(...says),
  });
  const input = { spaceId: "S1", changeRequestId: "R1", text: "Acme", with: "Omni", ...flags };
  const result = await replace(context, input).catch((error: unknown) => error);
  const bodies = sent.flatMap((one) =>
    typeof one === "string" ? [] : [one[1] as { changes: readonly object[] }],
  );
  return {
    result: result as Awaited<ReturnType<typeof replace>>,
    changes: bodies.flatMap((one) => one.changes),
    announced,
  };
}

function summarize(result: Awaited<ReturnType<typeof replace>>) {
  if (result === undefined || !("list" in result)) throw result;
  return { rows: result.list, notes: result.notes?.(), next: result.next };
}

const page = (id: string, more: object = {}) => ({
  id,
  type: "document",
  path: `path-${id}`,
  title: `Title ${id}`,
  ...more,
});
const next = "To show the changes: tome cr diff R1 --space S1";

describe("replace", () => {
  const one = page("A", {
    title: "About Acme",
    description: "acme",
    document: document(
      block(
        text("Acme and acme", "ACME"),
        link("https://acme.example/Acme", "Acme"),
        link("https://Acme.example", "https://Acme.example"),
      ),
    ),
  });

  test("replaces titles and text, and counts other occurrences", async () => {
    const { result, changes, announced } = await run(
      [one, page("B", { document: document() })],
      {},
    );
    expect(changes).toEqual([
      {
        operation: "update_page",
        page: "A",
        title: "About Omni",
        document: {
          document: document(
            block(
              text("Omni and acme", "ACME"),
              link("https://acme.example/Acme", "Omni"),
              link("https://Acme.example", "https://Acme.example"),
            ),
          ),
        },
      },
    ]);
    expect(summarize(result)).toEqual({
      rows: [[{ id: "A", path: "path-A", title: "About Acme", times: 3 }]],
      notes: [
        "Replaced 3 times in 1 page.",
        "Searched the titles, descriptions and text of 2 pages.",
        "Skipped 3 occurrences with different capitalization. To include them, use --ignore-case.",
        "Found 3 occurrences in link URLs. To include them, use --in all.",
      ],
      next,
    });
    expect(announced).toEqual(["- path-A: 3 times"]);
  });

  test("replaces link URLs only", async () => {
    const { result, changes } = await run([one], { in: "links" });
    expect(changes).toEqual([
      {
        operation: "update_page",
        page: "A",
        document: {
          document: document(
            block(
              text("Acme and acme", "ACME"),
              link("https://acme.example/Omni", "Acme"),
              link("https://Omni.example", "https://Omni.example"),
            ),
          ),
        },
      },
    ]);
    expect(summarize(result).notes).toEqual([
      "Replaced 3 times in 1 page.",
      "Searched the link URLs of 1 page.",
      "Skipped 1 occurrence with different capitalization. To include them, use --ignore-case.",
      "Found 3 occurrences in titles, descriptions or text. To include them, use --in all.",
    ]);
  });

  test("replaces everything in any case", async () => {
    const { result, changes } = await run([one], { in: "all", ignoreCase: true });
    expect(changes).toMatchObject([{ title: "About Omni", description: "Omni" }]);
    expect(JSON.stringify(changes)).not.toMatch(/acme/i);
    expect(summarize(result).notes).toEqual([
      "Replaced 10 times in 1 page.",
      "Searched the titles, descriptions, text and link URLs of 1 page.",
    ]);
  });

  test("replaces a text literally, and with a literal text", async () => {
    const dots = page("A", { title: "a.b axb", document: document(block(text("(x|y)"))) });
    expect((await run([dots], { text: "a.b", with: "$&$1" })).changes).toEqual([
      { operation: "update_page", page: "A", title: "$&$1 axb" },
    ]);
    expect((await run([dots], { text: "(x|y)", with: "z" })).changes).toMatchObject([
      { document: { document: document(block(text("z"))) } },
    ]);
  });

  test("searches pages at every depth that have a text, or only the named ones", async () => {
    const tree = [
      {
        id: "G",
        type: "group",
        title: "Acme",
        pages: [page("A", { title: "Acme A", pages: [page("B", { title: "Acme B" })] })],
      },
      page("C", { title: "Acme C" }),
    ];
    expect(
      (await run(tree, {})).changes.map((one) => (one as { page: string }).page).toSorted(),
    ).toEqual(["A", "B", "C"]);
    expect((await run(tree, { pages: ["B"] })).changes).toHaveLength(1);
  });

  test("without a match changes nothing", async () => {
    const none = 'No page contains "Acme". No changes were made.';
    const { result, changes, announced } = await run([page("A")], {});
    expect(result).toMatchObject({ none });
    expect(summarize(result)).toEqual({
      rows: [[]],
      notes: ["Searched the titles, descriptions and text of 1 page."],
      next: undefined,
    });
    expect([changes, announced, result && "unsettled" in result]).toEqual([[], [], false]);
    const failing = await run([page("A")], { fail: "none" });
    expect(
      failing.result &&
        "unsettled" in failing.result &&
        typeof failing.result.unsettled === "function" &&
        failing.result.unsettled(),
    ).toEqual(new IncompleteError("findings", none));
    const matched = await run([one], { fail: "none" });
    expect(matched.result && "unsettled" in matched.result).toBe(false);
  });

  test("refuses a title that would be empty before any request", async () => {
    const { result, changes } = await run([page("A", { title: "Acme" })], { with: "" });
    expect(result).toMatchObject({
      message: expect.stringMatching(/^title of the page path-A .* No changes were made\.$/),
    });
    expect(changes).toEqual([]);
  });

  slowTest("says how many pages were changed before an error", async () => {
    const many = Array.from({ length: 300 }, (_, at) =>
      page(`A${at}`, { document: document(block(text(`Acme ${"x".repeat(4000)}`))) }),
    );
    const { result } = await run(many, {}, { fails: true });
    expect(result).toMatchObject({
      message: expect.stringMatching(
        /^Answered with 409\. Before the error, \d+ pages were changed\.$/,
      ),
    });
  });
});
