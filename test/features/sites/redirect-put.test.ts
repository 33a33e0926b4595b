import { describe, expect, test } from "vitest";
import { CanceledError, IncompleteError, UsageError } from "../../../src/errors.ts";
import { putRedirects } from "../../../src/features/sites/redirect-put.ts";
import type { JsonValue } from "../../../src/json/values.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { slowTest } from "../../support/generators/amount.ts";

type Row = Readonly<Record<string, JsonValue>>;
const path = "PUT /orgs/O1/sites/X1/redirects";

interface Options {
  readonly isTable?: boolean;
  readonly yes?: boolean;
  readonly confirms?: boolean;
  readonly results?: (redirects: readonly { source: string }[]) => readonly object[];
}

async function put(
  rows: readonly Row[],
  { isTable = true, yes = true, confirms, results }: Options = {},
) {
  const platform = openScriptedContext({
    yes,
    ...(confirms !== undefined && { confirms }),
    answer: ({ line, body }) => {
      if (line.startsWith("GET"))
        return { urls: { published: "https://docs.example.com/help" }, structure: [] };
      const { redirects } = body as { redirects: readonly { source: string }[] };
      return {
        results:
          results?.(redirects) ?? redirects.map(({ source }) => ({ source, status: "created" })),
      };
    },
    more: {
      readRows: async (name: string) => ({
        name,
        isTable,
        columns: [],
        rows: rows.map((row, at) => ({
          at: `${name}:${at + 2}`,
          line: at + 2,
          cells: new Map(Object.entries(row)),
        })),
      }),
    },
  });
  const run = putRedirects(platform.context, { organizationId: "O1", siteId: "X1", file: "r.csv" });
  const result = await run.catch((error: Error) => error);
  const writes = platform.sent.flatMap((one) =>
    Array.isArray(one) && one[0] === path ? [one[1]] : [],
  );
  return { result, writes: writes as { redirects: readonly object[] }[], said: platform.said };
}

const to = "https://a.example/x";
const external = { kind: "external", url: to };

describe("a row", () => {
  test.each<readonly [Row, object]>([
    [
      { source: "/a", destination: to },
      { source: "/a", destination: external },
    ],
    [
      { Source: " /a/ ", TO: to, Capture: "Yes", permanent: "0" },
      { source: "/a", destination: external, captureWildcard: true, permanent: false },
    ],
    [
      { source: "/b", to, capture: "FALSE", permanent: "true" },
      { source: "/b", destination: external, captureWildcard: false, permanent: true },
    ],
    [
      { source: "/a", to, capture: "1", permanent: "no", intent: "draft" },
      {
        source: "/a",
        destination: external,
        captureWildcard: true,
        permanent: false,
        intent: "draft",
      },
    ],
    [
      { source: "/a", to, capture: "", permanent: "", intent: "" },
      { source: "/a", destination: external },
    ],
    [
      { source: "/a", to: "" },
      { source: "/a", destination: null },
    ],
    [
      { source: "/a", intent: "publish", to: "" },
      { source: "/a", intent: "publish" },
    ],
    [
      { source: "/ü b", to },
      { source: "/%C3%BC%20b", destination: external },
    ],
    [
      { source: "/a%20b|c", to },
      { source: "/a%20b%7Cc", destination: external },
    ],
    [
      { source: "https://docs.example.com/help/old/", to },
      { source: "/old", destination: external },
    ],
  ])("%j", async (row, redirect) => {
    const { writes, result } = await put([row]);
    expect(result).not.toBeInstanceOf(Error);
    expect(writes).toEqual([{ redirects: [redirect] }]);
  });

  test.each<readonly [Row, object]>([
    [
      {
        source: "/a",
        destination: { kind: "site-page", siteSpaceId: "Y1", pageId: "P1" },
        permanent: true,
      },
      {
        source: "/a",
        destination: { kind: "site-page", siteSpaceId: "Y1", pageId: "P1" },
        permanent: true,
      },
    ],
    [
      { source: "/a", destination: null, captureWildcard: false },
      { source: "/a", destination: null, captureWildcard: false },
    ],
  ])("of JSON: %j", async (row, redirect) => {
    const { writes, result } = await put([row], { isTable: false });
    expect(result).not.toBeInstanceOf(Error);
    expect(writes).toEqual([{ redirects: [redirect] }]);
  });

  const help = "tome site redirect put --help";
  test.each<readonly [Row, string, boolean]>([
    [
      { source: "/a", to, capture: "maybe" },
      "r.csv:2: captureWildcard must be true or false. No changes were made.",
      true,
    ],
    [
      { source: "/a", to, intent: "publish" },
      "r.csv:2 publishes a draft with the draft's destination. Leave the destination empty. No changes were made.",
      true,
    ],
    [
      { source: "/a", to, intent: "later" },
      'r.csv:2: intent must be live, draft or publish, not "later". No changes were made.',
      true,
    ],
    [
      { source: "/a", to: "guides" },
      'r.csv:2: destination must be a path on the site such as /guides/install, or a URL such as https://example.com/install, not "guides". No changes were made.',
      true,
    ],
    [
      { source: "/a", where: to },
      "Unknown column where in r.csv. Columns: source, destination, intent, captureWildcard, permanent.",
      true,
    ],
    [{ source: " ", to: "" }, "r.csv has no rows.", true],
  ])("%j is refused", async (row, message) => {
    const { result, writes } = await put([row]);
    expect(result).toBeInstanceOf(UsageError);
    expect(result).toMatchObject({ message });
    expect(writes).toEqual([]);
  });

  test.each<readonly [Row, RegExp]>([
    [
      { source: "/a", to, permanent: "yes" },
      /^r\.csv:2: permanent must be .* No changes were made\.$/,
    ],
    [
      { source: "/a", intent: 7 },
      /^r\.csv:2: intent must be live, draft or publish, not 7\. No changes were made\.$/,
    ],
    [{ to }, /^r\.csv:2 is not .* No changes were made\.$/],
  ])("%j of JSON is refused", async (row, message) => {
    const { result, writes } = await put([row], { isTable: false });
    expect(result).toMatchObject({ message: expect.stringMatching(message), hint: help });
    expect(writes).toEqual([]);
  });

  test("of separators only is skipped in a table", async () => {
    const { writes } = await put([
      { source: " ", to: "" },
      { source: "/a", to },
    ]);
    expect(writes[0]?.redirects).toHaveLength(1);
    expect((await put([{ source: "", to: "" }], { isTable: false })).result).toBeInstanceOf(
      UsageError,
    );
  });
});

describe("a file", () => {
  const rows = (count: number, row: Row = {}) =>
    Array.from({ length: count }, (_, at) => ({ source: `/a${at}`, to, ...row }));

  test.each([
    [2, 2, 0],
    [50, 50, 0],
    [51, 50, 1],
  ])("with %d invalid rows is refused with all of them", async (count, named, more) => {
    const { result, writes } = await put([...rows(count, { capture: "x" }), ...rows(1)]);
    expect(result).toMatchObject({
      message: `${count} of ${count + 1} rows of r.csv are invalid. No changes were made.`,
      details: [
        ...Array.from(
          { length: named },
          (_, at) => `r.csv:${at + 2}: captureWildcard must be true or false.`,
        ),
        ...(more > 0 ? [`${more} more`] : []),
      ],
    });
    expect(writes).toEqual([]);
  });

  slowTest("is sent in requests of at most 500 redirects", async () => {
    const { writes, result } = await put(rows(501));
    expect(writes.map(({ redirects }) => redirects.length)).toEqual([500, 1]);
    const list = result && !(result instanceof Error) && "list" in result ? result.list : [];
    expect(list).toMatchObject([{ length: 501 }]);
  });

  test.each([
    [5, "/a0, /a1, /a2, /a3, /a4"],
    [6, "/a0, /a1, /a2, /a3, /a4, …"],
  ])("that deletes %d redirects asks first", async (count, names) => {
    const deleting = [...rows(count, { to: "" }), { source: "/kept", to }];
    const declined = await put(deleting, { yes: false, confirms: false });
    expect(declined.result).toBeInstanceOf(CanceledError);
    expect([declined.said, declined.writes]).toEqual([
      [`question: Delete ${count} redirects without a destination in r.csv (${names})?`],
      [],
    ]);
    expect((await put(deleting, { yes: false })).result).toMatchObject({
      message: expect.stringContaining("tome site redirect put --file r.csv"),
    });
    expect((await put(deleting, { yes: false, confirms: true })).writes).toHaveLength(1);
  });

  test("that deletes nothing does not ask", async () => {
    const { said, writes } = await put([...rows(1), { source: "/b", intent: "publish", to: "" }], {
      yes: false,
      confirms: false,
    });
    expect([said, writes.length]).toEqual([[], 1]);
  });

  test("counts the results and reports refusals with their rows", async () => {
    const results = () => [
      { source: "/a0", status: "created" },
      { source: "/a1", status: "error", error: "It is a page." },
      { source: "/a2", status: "deleted" },
      { source: "/a3", status: "updated" },
      { source: "/a4", status: "published" },
      { source: "/a5", status: "created" },
    ];
    const { result } = await put([{ source: "", to: "" }, ...rows(6)], { results });
    if (result === undefined || result instanceof Error || !("list" in result)) throw result;
    expect(result.notes?.()).toEqual([
      "Redirects in r.csv: 2 created, 1 updated, 1 published, 1 deleted.",
    ]);
    expect(result.findings?.()).toEqual([
      {
        rule: "redirect",
        level: "error",
        message: "r.csv:4: It is a page.",
        location: { file: "r.csv", line: 4 },
      },
    ]);
    expect(typeof result.unsettled === "function" && result.unsettled()).toEqual(
      new IncompleteError("partial", "1 of 6 redirects were refused. The others were applied."),
    );
  });

  test("without changes says so", async () => {
    const { result } = await put(rows(1), {
      results: () => [{ source: "/a0", status: "unchanged" }],
    });
    if (result === undefined || result instanceof Error || !("list" in result)) throw result;
    expect(result.notes?.()).toEqual(["Redirects in r.csv: none changed."]);
    expect(typeof result.unsettled === "function" && result.unsettled()).toBeUndefined();
  });
});
