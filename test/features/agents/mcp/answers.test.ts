/** The results of the tools of an agent, with commands that the tests choose. */
import { describe, expect, test } from "vitest";
import type {
  AgentCommand,
  AgentCommands,
  AgentOutcome,
  JsonObject,
  JsonValue,
} from "../../../../src/context.ts";
import {
  type AgentPermission,
  openAnswers,
  type ToolCall,
} from "../../../../src/features/agents/mcp/answers.ts";
import { asData } from "../../../../src/features/agents/mcp/data-mark.ts";
import type { ToolName } from "../../../../src/features/agents/mcp/tools.ts";

interface Options {
  readonly command?: Partial<AgentCommand>;
  readonly found?: readonly AgentCommand[];
  /** The outcome of each run, by its mode. */
  readonly outcomes?: Readonly<Record<string, Partial<AgentOutcome>>>;
  readonly allow?: AgentPermission["allow"];
  readonly call?: Partial<ToolCall>;
}

const space = "https://tome.example/v1/spaces/S1";
const described = { value: { method: "PATCH", url: space, body: { title: "New" } } };

function open({ command, found = [], outcomes = {}, allow, call = {} }: Options = {}) {
  const calls: unknown[] = [];
  const whole: AgentCommand = {
    name: "space update",
    summary: "Update a space",
    effect: "write",
    ...command,
  };
  const commands: AgentCommands = {
    find: async (query, most) => {
      calls.push(["find", query, most]);
      return found;
    },
    get: async (name) => ({ ...whole, name }),
    describe: async (name) => ({ ...whole, name, role: undefined, input: {}, examples: ["one"] }),
    readPath: async (path) => (path === "/spaces/S1" ? { id: "S1", title: "Guide" } : undefined),
    fixInput: async (_, input) => input,
    toLine: async (name, input) => `tome ${name} ${JSON.stringify(input)}`,
    run: async (run, client) => {
      calls.push([client, run]);
      const outcome = outcomes[run.mode] ?? (run.mode === "describe" ? described : {});
      return { code: 0, value: null, notes: "", ...outcome };
    },
  };
  const answer = openAnswers(commands, { allow });
  const use = async (name: ToolName, values: JsonObject, more: Partial<ToolCall> = {}) => {
    const result = await answer(name, values, {
      client: "agent/1",
      canAsk: true,
      typedName: undefined,
      signal: new AbortController().signal,
      ...call,
      ...more,
    });
    return "text" in result ? result.text : result.ask;
  };
  return { use, calls };
}

/** The text of a result without the mark of data. */
function unmark(text: unknown): string {
  const [, inner = ""] = /^<data note="[^"]+">\n([\s\S]*)\n<\/data>$/.exec(String(text)) ?? [];
  return inner;
}

const reading = { effect: "read" } as const;
const list = (length: number, text = "x"): JsonValue =>
  Array.from({ length }, (_, at) => ({ at, text }));

describe("commands", () => {
  test("are found without absent members and their irreversibility", async () => {
    const found: AgentCommand[] = [
      { name: "a b", summary: "A", effect: "read", role: undefined, irreversible: "It is gone." },
      { name: "c", summary: "C", effect: "delete", role: "admin" },
    ];
    const { use, calls } = open({ found });
    expect(JSON.parse(String(await use("find_commands", { query: "words" })))).toEqual([
      { name: "a b", summary: "A", effect: "read" },
      { name: "c", summary: "C", effect: "delete", role: "admin" },
    ]);
    expect(calls).toEqual([["find", "words", 8]]);
    expect(await open().use("find_commands", { query: "words" })).toBe(
      "No command matches. Use other words.",
    );
  });

  test("are described without absent members", async () => {
    const text = await open().use("describe_command", { command: "space update" });
    expect(JSON.parse(String(text))).toEqual({
      name: "space update",
      summary: "Update a space",
      effect: "write",
      input: {},
      examples: ["one"],
    });
  });
});

describe("a reading tool", () => {
  const run = (command: string, input: JsonObject, fields?: string, limit = 50) => [
    "agent/1",
    { command, input, mode: "read", limit, fields, isBrief: fields === undefined },
  ];
  const matches = "title,pages.title,pages.path,pages.sections.body";
  test.each<readonly [ToolName, JsonObject, unknown]>([
    ["read", { command: "space list" }, run("space list", {})],
    [
      "read",
      { command: "space list", input: { org: "O" }, fields: "id", cursor: "i7" },
      run("space list", { org: "O" }, "id", 57),
    ],
    ["read", { command: "space list", input: '{"org":"O"}' }, run("space list", { org: "O" })],
    ["search_content", { query: "q" }, run("org search", { query: "q" }, matches)],
    [
      "search_content",
      { query: "q", space: "S" },
      run("space search", { query: "q", space: "S" }, "title,path,sections.body"),
    ],
    [
      "read_page",
      { page: "p", space: "S", cursor: "c9" },
      run("page get", { page: "p", space: "S" }, "title,path,description,markdown"),
    ],
    [
      "history",
      { cursor: "i50" },
      run("history list", {}, "entry,at,command,client,target,outcome", 100),
    ],
  ])("%s with %j runs one command", async (name, values, expected) => {
    const { use, calls } = open({ command: reading, outcomes: { read: { value: [] } } });
    expect(await use(name, values)).toBe("No items.");
    expect(calls).toEqual([expected]);
  });

  test.each<readonly [ToolName, JsonObject, string]>([
    ["read", {}, "read needs command, a text."],
    ["read", { command: "" }, "read needs command, a text."],
    ["search_content", { query: 1 }, "search_content needs query, a text."],
    ["read_page", { page: "p" }, "read_page needs space, a text."],
    ["apply", { plan: "p" }, "apply needs digest, a text."],
    ["undo", {}, "undo needs entry, a text."],
    ["read", { command: "a", cursor: "x1" }, "The cursor is not from a previous result."],
    ["read", { command: "a", cursor: "i12345678" }, "The cursor is not from a previous result."],
    ["read", { command: "a", input: "[1]" }, "input must be an object"],
    ["read", { command: "a", input: "{" }, "input must be an object"],
    ["plan", { command: "a", input: 7 }, "input must be an object"],
  ])("%s with %j is refused", async (name, values, message) => {
    const { use, calls } = open({ command: reading });
    await expect(use(name, values)).rejects.toThrow(message);
    expect(calls).toEqual([]);
  });

  test("refuses a command that writes", async () => {
    const { use, calls } = open();
    await expect(use("read", { command: "space update" })).rejects.toThrow(
      "The command space update writes. Call plan, and then apply.",
    );
    expect(calls).toEqual([]);
  });

  test.each<readonly [string, Partial<AgentOutcome>, JsonObject, string]>([
    [
      "a brief result without absent values",
      { value: { a: null, b: { c: null }, d: { e: 1, f: null }, g: [{ h: null, i: "" }, null] } },
      {},
      asData('{"d":{"e":1},"g":[{"i":""},null]}'),
    ],
    [
      "selected fields with absent values",
      { value: { a: null } },
      { fields: "a" },
      asData('{"a":null}'),
    ],
    ["a text", { value: "a text" }, {}, asData("a text")],
    [
      "notes about the data, but none about the list or empty ones",
      { value: 1, notes: "\nShowing 1 of 2\nTruncated.\n" },
      {},
      `${asData("1")}\n${asData("Truncated.")}`,
    ],
    [
      "long notes in part",
      { value: 1, notes: "n".repeat(1001) },
      {},
      `${asData("1")}\n${asData("n".repeat(1000))}`,
    ],
    [
      "data of a command that found something",
      { value: 1, code: 10, notes: '{"error":{"message":"1 finding."}}' },
      {},
      `${asData("1")}\n${asData("1 finding.")}`,
    ],
    ["items after the cursor", { value: ["a", "b", "c"] }, { cursor: "i1" }, asData('"b"\n"c"')],
    ["no items after the last one", { value: ["a"] }, { cursor: "i1" }, "No items."],
    [
      "a cursor after as many items as were requested",
      { value: Array.from({ length: 50 }, () => 1) },
      {},
      `${asData(Array.from({ length: 50 }, () => "1").join("\n"))}\nThere may be more. cursor: i50`,
    ],
    [
      "no cursor after fewer items",
      { value: Array.from({ length: 49 }, () => 1) },
      {},
      asData(Array.from({ length: 49 }, () => "1").join("\n")),
    ],
    [
      "as many items as fit",
      { value: ["a".repeat(7998), "b".repeat(7998), "c"] },
      {},
      `${asData(`"${"a".repeat(7998)}"\n"${"b".repeat(7998)}"`)}\nThere may be more. cursor: i2`,
    ],
    [
      "the start of an item that is too long",
      { value: ["a".repeat(16_000), "b"] },
      {},
      `${asData(`"${"a".repeat(15_999)}… (16002 characters)`)}\nThere may be more. cursor: i1`,
    ],
    [
      "the start of a long text, with a cursor",
      { value: `${"a".repeat(16_000)}bc` },
      {},
      `${asData("a".repeat(16_000))}\n2 characters follow. cursor: c16000`,
    ],
    [
      "the rest of a long text",
      { value: `${"a".repeat(16_000)}bc` },
      { cursor: "c16000" },
      asData("bc"),
    ],
    ["a text that just fits", { value: "a".repeat(16_000) }, {}, asData("a".repeat(16_000))],
  ])("returns %s", async (_, outcome, values, expected) => {
    const { use } = open({ command: reading, outcomes: { read: outcome } });
    expect(await use("read", { command: "space list", ...values })).toBe(expected);
  });

  test.each<readonly [string, string]>([
    [
      '{"error":{"message":"No space.","hint":"tome space list --help"}}',
      "No space.\nHint: describe_command space list",
    ],
    [
      '{"error":{"message":"No space.","hint":"Ask an admin"}}\nlater',
      "No space.\nHint: Ask an admin",
    ],
    ['{"error":{"message":"Wrong.","details":["a","b"]}}', "Wrong.\na\nb"],
    [
      `{"error":{"message":"Wrong.","details":["${"a".repeat(599)}"]}}`,
      `Wrong.\n${"a".repeat(599)}`,
    ],
    [
      `{"error":{"message":"Wrong.","details":["${"a".repeat(600)}"]}}`,
      `Wrong.\n${"a".repeat(599)}…`,
    ],
    ['{"error":{"message":"First."}}\n{"error":{"message":"Last."}}', "Last."],
    ['{"error":{"code":1}}', '{"error":{"code":1}}'],
    ["words", "words"],
    ["", "null"],
  ])("passes on the error of the command: %s", async (notes, message) => {
    const { use } = open({ command: reading, outcomes: { read: { code: 1, notes } } });
    await expect(use("read", { command: "space list" })).rejects.toThrow(
      expect.objectContaining({ message: asData(message) }),
    );
  });
});

describe("a plan", () => {
  const plan = async (options: Options = {}) =>
    JSON.parse(unmark(await open(options).use("plan", { command: "space update", input: {} })));

  test("has the requests and what may be done with it", async () => {
    expect(await plan({ allow: "write" })).toEqual({
      plan: expect.stringMatching(/^[0-9a-f]{16}$/),
      digest: expect.stringMatching(/^[0-9a-f]{32}$/),
      effect: "write",
      changes: "Guide",
      requests: [described.value],
      reversible: "with undo",
      expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      apply: "Call apply with plan and digest.",
    });
  });

  test("names roles, notes and effects", async () => {
    const notes = "It moves.\nMissing role: admin\nMissing role: editor\nIt stays.";
    const outcomes = { describe: { ...described, notes } };
    const command = { effect: "delete", role: "admin", irreversible: "It is gone." } as const;
    expect(await plan({ command, outcomes, allow: "write" })).toMatchObject({
      effect: "delete",
      notes: "It moves.\nIt stays.",
      role: "admin",
      missingRoles: ["admin", "editor"],
      reversible: "It is gone.",
      confirmation: "The user must type: Guide",
      apply: "This server may not delete.",
    });
  });

  test.each([
    ["write", undefined, false],
    ["write", "write", true],
    ["write", "delete", true],
    ["delete", "write", false],
    ["delete", "delete", true],
  ] as const)(
    "with the effect %s may be applied by a server that may %s: %s",
    async (effect, allow, isAllowed) => {
      const { apply } = await plan({ command: { effect }, allow });
      expect(apply).toBe(
        isAllowed ? "Call apply with plan and digest." : `This server may not ${effect}.`,
      );
    },
  );

  test.each<readonly [string, JsonValue | undefined, object]>([
    ["no body", undefined, {}],
    ["a body that just fits", "a".repeat(1998), { body: "a".repeat(1998) }],
    [
      "a long text",
      { texts: ["a".repeat(301), "b".repeat(300)], rest: 1, none: null, more: "c".repeat(1400) },
      {
        body: {
          texts: [`${"a".repeat(300)}…`, "b".repeat(300)],
          rest: 1,
          none: null,
          more: `${"c".repeat(300)}…`,
        },
        bodyCharacters: 2049,
      },
    ],
    [
      "many values",
      list(120, ""),
      {
        body: `${JSON.stringify(list(120, "")).slice(0, 2000)}…`,
        bodyCharacters: JSON.stringify(list(120, "")).length,
      },
    ],
  ])("shows a request with %s", async (_, body, expected) => {
    const request = { method: "PATCH", url: space };
    const value = { ...request, ...(body !== undefined && { body }) };
    const { requests } = await plan({ outcomes: { describe: { value } } });
    expect(requests).toEqual([{ ...request, ...expected }]);
  });

  test("of an undo has the entry of the history", async () => {
    const { use, calls } = open();
    await use("undo", { entry: "e1" });
    expect(calls).toEqual([
      ["agent/1", { command: "undo", input: { entry: "e1" }, mode: "describe" }],
    ]);
  });
});

describe("an applied plan", () => {
  const line = 'tome space update {"title":"New"}';
  async function apply(options: Options, ...calls: readonly Partial<ToolCall>[]) {
    const opened = open(options);
    const planned = await opened.use("plan", { command: "space update", input: { title: "New" } });
    const { plan, digest } = JSON.parse(unmark(planned));
    opened.calls.length = 0;
    const results = [];
    for (const call of calls) {
      const result = opened.use("apply", { plan, digest }, call);
      results.push(await result.catch((error: Error) => error.message));
    }
    const modes = opened.calls.map((one) => (one as [string, { mode: string }])[1]);
    return { results, runs: modes.filter(({ mode }) => mode === "write") };
  }
  const written = [
    { command: "space update", input: { title: "New" }, mode: "write", isBrief: true },
  ];

  test.each<readonly [Partial<AgentOutcome>, string]>([
    [{}, asData('{"done":true}')],
    [{ notes: "Updated." }, asData('{"done":true,"notes":"Updated."}')],
    [{ value: { a: 1, b: null } }, asData('{"done":true,"result":{"a":1}}')],
    [{ code: 1, notes: '{"error":{"message":"Refused."}}' }, asData("Refused.")],
  ])("with the outcome %j", async (write, expected) => {
    const { results, runs } = await apply({ allow: "write", outcomes: { write } }, {});
    expect([results, runs]).toEqual([[expected], written]);
  });

  test.each([
    ["write", undefined],
    ["delete", undefined],
    ["delete", "write"],
  ] as const)("that may %s is refused by a server that may %s", async (effect, allow) => {
    const { results, runs } = await apply({ command: { effect }, allow }, { typedName: "Guide" });
    expect(results).toEqual([
      `Nothing was changed: this server may not ${effect}. Ask the user to run:\n${line}`,
    ]);
    expect(runs).toEqual([]);
  });

  const deleting = { command: { effect: "delete" }, allow: "delete" } as const;
  const changed = "The plan does not exist or has expired. Call plan.";
  test("deletes only after the user typed the name", async () => {
    const { results, runs } = await apply(deleting, {}, { typedName: "Guide" });
    expect(results).toEqual([
      {
        message: `tome space update: Update a space.\n${line}\nTo confirm, type the name: Guide`,
        name: "Guide",
      },
      asData('{"done":true}'),
    ]);
    expect(runs).toEqual(written);
  });

  test.each([["guide"], [null], [""]])(
    "deletes nothing if the user typed %j",
    async (typedName) => {
      const { results, runs } = await apply(deleting, { typedName }, { typedName: "Guide" });
      const refused = "Nothing was changed: the user did not confirm with the name.";
      expect([results, runs]).toEqual([[refused, changed], []]);
    },
  );

  test("deletes nothing if the program cannot ask its user", async () => {
    const { results, runs } = await apply(deleting, { canAsk: false, typedName: "Guide" });
    expect(results).toEqual([
      `Nothing was changed: this program cannot ask its user to confirm. Ask the user to run:\n${line}`,
    ]);
    expect(runs).toEqual([]);
  });

  test("writes without asking if it deletes nothing", async () => {
    const { results, runs } = await apply({ allow: "delete" }, { canAsk: false });
    expect([results, runs]).toEqual([[asData('{"done":true}')], written]);
  });
});
