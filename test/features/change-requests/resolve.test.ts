/** The choices that resolve the conflicts of a change request. */
import { describe, expect, test } from "vitest";
import { pull, resolve } from "../../../src/features/change-requests/pull.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

const ids = { spaceId: "S1", changeRequestId: "C1" };
const block = (id: string, more: object = {}) => ({
  id,
  type: "paragraph",
  space: "Old",
  changeRequest: "New",
  ...more,
});
const start = {
  id: "P1",
  kind: "page",
  title: "Start",
  path: "start",
  reason: "edited",
  fields: ["document"],
  blocks: [block("B1"), block("B2", { changeRequest: null })],
};
const setup = { id: "P2", kind: "page", title: "Setup", path: "guides/setup", reason: "moved" };
const both = {
  id: "P3",
  kind: "page",
  title: "Both",
  path: "both",
  reason: "edited",
  fields: ["document", "title"],
  blocks: [block("B3")],
};
const conflicts = [start, setup, both];

interface Options {
  readonly listed?: readonly object[] | undefined;
  readonly discarded?: readonly object[];
  /** The picked versions, on a terminal. */
  readonly picks?: readonly string[];
}

async function run(
  act: (context: Parameters<typeof pull>[0]) => Promise<unknown>,
  options: Options = {},
) {
  const { listed = conflicts, discarded = [], picks } = { ...options };
  const rest = [...(picks ?? [])];
  const asked: unknown[] = [];
  const { context, sent } = openScriptedContext({
    answer: ({ line }) => {
      if (line.startsWith("GET /spaces/S1/change-requests/C1/changes")) {
        return {
          changes: [],
          ...("listed" in options && options.listed === undefined ? {} : { conflicts: listed }),
        };
      }
      if (line.startsWith("GET")) return { id: "C1", number: 1, revision: "R7" };
      return { discarded };
    },
  });
  const terminal = {
    ...context.terminal,
    interactive: picks !== undefined,
    pick: async (...args: unknown[]) => {
      asked.push(args);
      return rest.shift() ?? "";
    },
  };
  const result = await act({ ...context, terminal }).catch((error: unknown) => error);
  const writes = sent.filter((one) => !String(one).startsWith("GET"));
  return { result, writes, asked };
}

type PullFlags = Omit<Parameters<typeof pull>[1], "spaceId" | "changeRequestId">;
type ResolveFlags = Omit<Parameters<typeof resolve>[1], "spaceId" | "changeRequestId">;
const runPull = (flags: PullFlags, options?: Options) =>
  run(async (context) => pull(context, { ...ids, ...flags }), options);
const runResolve = (flags: ResolveFlags, options?: Options) =>
  run((context) => resolve(context, { ...ids, ...flags }), options);

const resolveWith = (choices: readonly object[]) => [
  ["POST /spaces/S1/change-requests/C1/resolve", { choices }],
];

describe("an update that keeps one version", () => {
  test.each<readonly [PullFlags, readonly object[]]>([
    [{ keep: "space" }, [{ keep: "space" }]],
    [
      { keep: "cr", pages: ["start", "/guides/setup/", "P3"] },
      [
        { keep: "cr", id: "P1" },
        { keep: "cr", id: "P2" },
        { keep: "cr", id: "P3" },
      ],
    ],
    [
      { keep: "cr", pages: ["Setup", "Both"], blocks: ["B1", "B2"] },
      [
        { keep: "cr", id: "P2" },
        { keep: "cr", id: "P3" },
        { keep: "cr", id: "P1", block: "B1" },
        { keep: "cr", id: "P1", block: "B2" },
      ],
    ],
  ])("with %j", async (flags, choices) => {
    const { writes, result } = await runPull(flags);
    expect(writes).toEqual([["POST /spaces/S1/change-requests/C1/resolve", { choices }]]);
    expect(result).toMatchObject({
      done: "The change request C1 is up to date with the space S1.",
    });
  });

  test("names the titles of each side once", async () => {
    const discarded = [
      { from: "cr", title: "Start", text: "New" },
      { from: "cr", title: "Start", block: "B2" },
      { from: "space", title: "Setup", fields: ["path"] },
    ];
    const { result } = await runPull({ keep: "space" }, { discarded });
    expect(result).toEqual({
      done: 'The change request C1 is up to date with the space S1. Kept the version of the space: "Start". Kept the version of the change request: "Setup". The merge will replace this published content: path of "Setup". Revision R7 still has this content of the change request: "New" in "Start"; the deleted or moved block B2 in "Start".',
      record: { discarded },
    });
  });

  test.each<readonly [string, PullFlags, Options, string]>([
    [
      "pages need a version",
      { pages: ["start"] },
      {},
      "--page and --block require --keep space or --keep cr.",
    ],
    [
      "blocks need a version",
      { blocks: ["B1"] },
      {},
      "--page and --block require --keep space or --keep cr.",
    ],
    ["an unknown page", { keep: "cr", pages: ["none"] }, {}, '"none" has no conflict.'],
    ["an unknown block", { keep: "cr", blocks: ["B9"] }, {}, "Block B9 has no conflict."],
    [
      "a block of several pages",
      { keep: "cr", blocks: ["B1"] },
      { listed: [start, { ...both, blocks: [block("B1")] }] },
      "Several pages have a conflict in block B1: use tome cr resolve.",
    ],
    [
      "a title of several pages",
      { keep: "cr", pages: ["Start"] },
      { listed: [start, { ...both, title: "Start" }] },
      'Several conflicts match "Start": use an id.',
    ],
    ["a page without a choice", { keep: "cr", pages: ["start", "both"] }, {}, "Setup"],
    [
      "a block without a choice",
      { keep: "cr", pages: ["setup", "Setup", "both"], blocks: ["B1"] },
      { listed: [start, setup, both] },
      '"setup" has no conflict.',
    ],
    [
      "a second block without a choice",
      { keep: "cr", pages: ["Setup", "both"], blocks: ["B1"] },
      {},
      "Start",
    ],
    [
      "fields of a page with a chosen block",
      { keep: "cr", pages: ["Setup", "start"], blocks: ["B3"] },
      {},
      "Both",
    ],
    [
      "a platform that does not list conflicts",
      { keep: "cr" },
      { listed: undefined },
      "The platform does not list the conflicting pages, so a version cannot be chosen.",
    ],
  ])("is refused for %s", async (_, flags, options, message) => {
    const { result, writes } = await runPull(flags, options);
    expect((result as Error).message).toContain(message);
    expect(writes).toEqual([]);
  });

  test("without conflicts is an ordinary update", async () => {
    for (const { writes, result } of [
      await runPull({ keep: "cr" }, { listed: [] }),
      await runResolve({}, { listed: [] }),
    ]) {
      expect(String(writes[0])).toContain("/change-requests/C1/update");
      expect(JSON.stringify(result)).toContain(" No conflicts.");
    }
  });
});

describe("a choice for each conflict", () => {
  test.each<readonly [ResolveFlags, readonly object[]]>([
    [
      { keepSpace: ["start#B1", "Setup"], keepCr: ["P1#B2", "Both"] },
      [
        { keep: "space", id: "P1", block: "B1" },
        { keep: "space", id: "P2" },
        { keep: "cr", id: "P1", block: "B2" },
        { keep: "cr", id: "P3" },
      ],
    ],
  ])("with %j", async (flags, choices) => {
    expect((await runResolve(flags)).writes).toEqual(resolveWith(choices));
  });

  test("refers to a title with a number sign", async () => {
    const listed = [{ ...setup, title: "C#B1" }];
    const { writes } = await runResolve({ keepCr: ["C#B1"] }, { listed });
    expect(writes).toEqual(resolveWith([{ keep: "cr", id: "P2" }]));
  });

  test.each<readonly [ResolveFlags, string]>([
    [{ keepSpace: ["none"] }, '"none" has no conflict.'],
    [{ keepSpace: ["none#B1"] }, '"none" has no conflict.'],
    [{ keepSpace: ["start#B3"] }, "Block B3 has no conflict."],
    [{}, "--keep-space or --keep-cr is required when not running interactively."],
  ])("is refused for %j", async (flags, message) => {
    const { result, writes } = await runResolve(flags);
    expect((result as Error).message).toBe(message);
    expect(writes).toEqual([]);
  });

  test("is asked on a terminal, for each block and the other fields", async () => {
    const { writes, asked } = await runResolve({}, { picks: ["space", "cr", "cr", "space", "cr"] });
    expect(writes).toEqual(
      resolveWith([
        { keep: "space", id: "P1", block: "B1" },
        { keep: "cr", id: "P1", block: "B2" },
        { keep: "cr", id: "P2" },
        { keep: "space", id: "P3", block: "B3" },
        { keep: "cr", id: "P3" },
      ]),
    );
    const options = (space?: string, cr?: string) => [
      { value: "space", title: "space", ...(space && { details: [space] }) },
      { value: "cr", title: "change request", ...(cr && { details: [cr] }) },
    ];
    expect(asked).toEqual([
      ["start, paragraph:", options('"Old"', '"New"')],
      ["start, paragraph:", options('"Old"', "deleted")],
      ["guides/setup, moved:", options()],
      ["both, paragraph:", options('"Old"', '"New"')],
      ["both, title:", options()],
    ]);
  });

  test("that is neither version is refused", async () => {
    const { result, writes } = await runResolve({}, { picks: ["neither"] });
    expect((result as Error).message).toBe('"neither" is neither version.');
    expect(writes).toEqual([]);
  });
});
