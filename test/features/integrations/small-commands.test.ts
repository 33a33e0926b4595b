/** Commands of integrations with one request: events, blocks, tunnels, and refused folders. */
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Context } from "../../../src/context.ts";
import { hintHeader } from "../../../src/contract/wire.ts";
import { ApiError, UsageError } from "../../../src/errors.ts";
import { listBlocks } from "../../../src/features/integrations/blocks.ts";
import { develop } from "../../../src/features/integrations/develop.ts";
import { showEvent } from "../../../src/features/integrations/event.ts";
import { tailEvents } from "../../../src/features/integrations/tail.ts";
import { createPartial } from "../../support/commands/partial.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { Reply } from "../../support/network/scripted-client.ts";

describe("an event", () => {
  const logs = [
    { timestamp: "2026-01-01T00:00:02Z", level: "debug", message: "two\n  lines" },
    { timestamp: "2026-01-01T00:00:01Z", level: "info", message: 7 },
    { timestamp: "2026-01-01T00:00:04.5Z", level: "warn", message: "end" },
  ];
  const log =
    "2026-01-01T00:00:02Z  debug  two lines\n2026-01-01T00:00:01Z  info  \n2026-01-01T00:00:04.5Z  warn  end";
  const show = async (value: object, choice: object = {}) => {
    const { context, sent } = openScriptedContext({ answer: () => value, more: { choice } });
    const result = await showEvent(context, { integrationName: "demo", eventId: "E1" });
    expect(sent).toEqual(["GET /integrations/demo/events/E1"]);
    return result;
  };

  test.each<[object, boolean]>([
    [{}, true],
    [{ format: "table" }, true],
    [{ format: "tsv" }, true],
    [{ format: "json" }, false],
    [{ fields: [] }, false],
    [{ jq: "." }, false],
    [{ format: "table", fields: [] }, false],
    [{ format: "tsv", jq: "." }, false],
  ])("with the output %j has its log in words: %s", async (choice, isText) => {
    const value = { event: { id: "E1" }, trace: { logs } };
    expect(await show(value, choice)).toEqual({
      record: isText ? { ...value, duration: "3500 ms", log } : value,
      columns: [
        { header: "ID", path: "event.id", as: "id" },
        { header: "TYPE", path: "event.payload.type" },
        { header: "STATUS", path: "event.status", as: "state" },
        { header: "FAILURE", path: "event.failure", wide: true },
        { header: "INSTALLATION", path: "event.installationId" },
        { header: "CREATED", path: "event.createdAt", as: "time" },
        { header: "PAYLOAD", path: "event.payload", wide: true },
        { header: "DURATION", path: "duration" },
        { header: "LOG", path: "log", wide: true },
      ],
    });
  });

  test.each<[string, object, object]>([
    ["without a trace", {}, {}],
    ["with an empty log", { trace: { logs: [] } }, {}],
    ["with another log", { trace: { logs: "none" } }, {}],
    [
      "with a line without a time",
      { trace: { logs: [{ level: "info", message: "a" }] } },
      { log: "  info  a" },
    ],
  ])("%s", async (_, value, added) => {
    expect(await show(value)).toMatchObject({ record: { ...value, ...added } });
    expect(Object.keys(((await show(value)) as { record: object }).record)).toEqual([
      ...Object.keys(value),
      ...Object.keys(added),
    ]);
  });
});

test("blocks are listed one by one with their integration", async () => {
  const value = [
    {
      name: "demo",
      blocks: [
        { id: "a", title: "First" },
        { id: "b", integration: "own" },
      ],
    },
    { name: "none" },
    { name: "other", blocks: [{ id: "c" }] },
  ];
  const { context, sent } = openScriptedContext({ answer: () => value });
  expect(await listBlocks(context, { spaceId: "S1" })).toEqual({
    list: [
      [
        { integration: "demo", id: "a", title: "First" },
        { integration: "own", id: "b" },
        { integration: "other", id: "c" },
      ],
    ],
    columns: [
      { header: "INTEGRATION", path: "integration" },
      { header: "BLOCK", path: "id" },
      { header: "TITLE", path: "title", as: "title" },
      { header: "DESCRIPTION", path: "description", wide: true },
      { header: "LINKS", path: "urlUnfurl", as: "list", wide: true },
    ],
    none: "No blocks.",
  });
  expect(sent).toEqual(["GET /spaces/S1/integration-blocks"]);
});

test.each([
  [undefined, 10],
  [2, 2],
  [0, 0],
])("a tail of the last %s events begins with %i", async (last, count) => {
  const ids = Array.from({ length: 12 }, (_, index) => `E${12 - index}`);
  const { context, sent, said } = openScriptedContext({
    answer: ({ line }) =>
      line.includes("/events/")
        ? { event: { status: "success" }, trace: { logs: [] } }
        : { items: ids.map((id) => ({ id })) },
    more: { interrupted: () => new Promise<void>(() => {}) },
  });
  const aside = (text: string) => void said.push(text);
  const result = await tailEvents(
    { ...context, terminal: { ...context.terminal, aside } },
    { integrationName: "demo", ...(last !== undefined && { last }) },
  );
  if (result === undefined || !("list" in result)) throw new Error("no list");
  expect({ ...result, list: [] }).toMatchObject({ isFollowed: true, none: "No events." });
  expect(said).toEqual(["Following events. Press Ctrl-C to stop."]);
  if (count === 0) return;
  for await (const rows of result.list) {
    expect(rows).toHaveLength(count);
    break;
  }
  expect(sent).toHaveLength(1 + count);
});

describe("integration dev", () => {
  /** A folder with an integration, and a context for it. */
  function open({ answer = (_: string): unknown => ({}), local = false } = {}) {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "checker"));
    const ports: number[] = [];
    let interrupt = () => {};
    const interrupted = new Promise<void>((resolve) => {
      interrupt = resolve;
    });
    const path = join(folder, "checker/gitbook-manifest.yaml");
    const documents: Record<string, unknown> = {};
    const reading = { wake: () => {} };
    /** Changes the manifest in several steps, as an editor does. */
    const save = (fields: object) => {
      documents[path] = {
        name: "checker",
        title: "Checker",
        organization: "O1",
        script: "export default {}; // text",
        ...fields,
      };
      writeFileSync(`${path}.new`, JSON.stringify(documents[path]));
      renameSync(`${path}.new`, path);
    };
    save({});
    const opened = openScriptedContext({
      answer: ({ line }) => answer(line),
      more: {
        readDocument: async (file: string) => {
          reading.wake();
          return documents[file];
        },
        cwd: folder,
        env: {},
        settings: { local, baseUrl: { value: "https://api.example.com" } },
        interrupted: () => interrupted,
        requireLocalFolders: () => {},
        local: createPartial<Context["local"]>({
          runIntegrations: async (port: number) => {
            ports.push(port);
            return "http://127.0.0.1:4620";
          },
        }),
      },
    });
    return { ...opened, ports, save, reading, interrupt: () => interrupt() };
  }
  const help = "tome integration dev --help";

  test.each<[object, unknown]>([
    [{}, { tunnelUrl: "https://t.example" }],
    [{ all: true }, { tunnelUrl: "https://t.example", all: true }],
    [{ all: false }, { tunnelUrl: "https://t.example", all: false }],
  ])("with a tunnel and %j sends one request", async (flags, body) => {
    const { context, sent } = open();
    const tunnelUrl = "https://t.example";
    expect(await develop(context, { integration: "demo", tunnelUrl, ...flags })).toEqual({
      done: "Events of demo are forwarded to https://t.example.",
      record: { integrationName: "demo", tunnelUrl },
    });
    expect(sent).toEqual([["PUT /integrations/demo/dev", body]]);
  });

  test.each<[Partial<Parameters<typeof develop>[1]>, string]>([
    [{ organization: "O1" }, "--tunnel-url accepts --all only. Remove the other flags."],
    [{ env: "a" }, "--tunnel-url accepts --all only. Remove the other flags."],
    [{ secrets: [] }, "--tunnel-url accepts --all only. Remove the other flags."],
    [{ port: 0 }, "--tunnel-url accepts --all only. Remove the other flags."],
  ])("with a tunnel and %j is refused", async (flags, message) => {
    const { context, sent } = open();
    const input = { integration: "demo", tunnelUrl: "https://t.example", ...flags };
    await expect(develop(context, input)).rejects.toEqual(new UsageError(message, help));
    expect(sent).toEqual([]);
  });

  test.each<[Parameters<typeof develop>[1], string]>([
    [{ integration: "checker", all: false }, "--all requires --tunnel-url."],
    [
      { integration: "nosuch" },
      "nosuch is not a folder. Specify the folder with gitbook-manifest.yaml, or add --tunnel-url to an integration's name.",
    ],
  ])("of the folder %j is refused", async (input, message) => {
    const { context, sent } = open();
    await expect(develop(context, input)).rejects.toEqual(new UsageError(message, help));
    expect(sent).toEqual([]);
  });

  test.each<[boolean, unknown, string]>([
    [
      false,
      {},
      "https://api.example.com does not run integrations for development. Start a platform with tome serve --run-integrations, or add --local.",
    ],
    [
      false,
      { runsIntegrations: "yes" },
      "https://api.example.com does not run integrations for development. Start a platform with tome serve --run-integrations, or add --local.",
    ],
    [
      true,
      {},
      "Another process serves the data without running integrations. Restart it with tome serve --run-integrations.",
    ],
  ])(
    "of a folder needs a platform that runs integrations: %s, %j",
    async (local, root, message) => {
      const { context, sent, ports, said } = open({ local, answer: () => root });
      await expect(develop(context, { integration: "checker" })).rejects.toEqual(
        new UsageError(message, help),
      );
      // Nothing is published.
      expect(sent).toEqual(["GET /"]);
      expect(ports).toEqual(local ? [4620] : []);
      expect(said).toEqual(
        local ? ["note: The local platform runs integrations at http://127.0.0.1:4620."] : [],
      );
    },
  );

  test.each<[object, object, readonly string[]]>([
    [
      { version: 3 },
      { items: [] },
      [
        "Published checker as version 3.",
        "It is not installed yet: tome integration install checker --org O1",
      ],
    ],
    [{}, { items: [{ id: "I1" }] }, ["Published checker as version new."]],
  ])("publishes the folder: %j, %j", async (published, installations, notes) => {
    const { context, sent, said, ports, interrupt } = open({
      local: true,
      answer: (line) => {
        if (line === "GET /") return { runsIntegrations: true };
        return line.startsWith("POST ") ? published : installations;
      },
    });
    const result = await develop(context, { integration: "checker", port: 0 });
    expect(result).toMatchObject({ isFollowed: true, none: "No events." });
    expect(ports).toEqual([0]);
    expect(said.slice(1)).toEqual(
      [...notes, "A new version is published when a file is saved. Press Ctrl-C to stop."].map(
        (text) => `note: ${text}`,
      ),
    );
    const lines = sent.map((one) => (typeof one === "string" ? one : one[0]));
    expect(lines).toEqual([
      "GET /",
      "POST /integrations/checker",
      "GET /integrations/checker/installations",
    ]);
    interrupt();
    if (result === undefined || !("list" in result)) throw new Error("no list");
    for await (const rows of result.list) expect(rows).toEqual([]);
  });

  /**
   * Saves the manifest while the command runs.
   * @param saves without an answer for one of which the command only reads the file
   * @returns everything that the command says about them, and the requests that publish
   */
  async function saveEach(saves: readonly (readonly [fields: object, answer?: unknown])[]) {
    let answered: unknown = {};
    const { context, sent, save, reading, interrupt } = open({
      local: true,
      answer: (line) => {
        if (line === "GET /") return { runsIntegrations: true };
        return line.startsWith("POST ") ? answered : { items: [{ id: "I1" }] };
      },
    });
    const said: string[] = [];
    const saying = { wake: () => {} };
    const say = (kind: string) => (text: string) => {
      said.push(`${kind}: ${text}`);
      saying.wake();
    };
    const terminal = { ...context.terminal, note: say("note"), warn: say("warning") };
    const result = await develop({ ...context, terminal }, { integration: "checker", port: 0 });
    said.length = 0;
    sent.length = 0;
    for (const [fields, answer] of saves) {
      answered = answer;
      const next = new Promise<void>((resolve) => {
        (answer === undefined ? reading : saying).wake = resolve;
      });
      save(fields);
      await next;
    }
    interrupt();
    if (result === undefined || !("list" in result)) throw new Error("no list");
    for await (const rows of result.list) expect(rows).toEqual([]);
    const published = sent.flatMap(([line, body]) =>
      line === "POST /integrations/checker" ? [body] : [],
    );
    return { said, published };
  }
  const refusal = "warning: Not published: Answered with";

  slowTest("names the reason and a hint if a change is not published", async () => {
    const hint = { [hintHeader]: "tome integration get checker" };
    expect(await saveEach([[{ title: "First" }, new Reply(403, hint)]])).toEqual({
      said: [`${refusal} 403. tome integration get checker`],
      published: [expect.objectContaining({ title: "First" })],
    });
  });

  slowTest("reports each change that is not published, and publishes the next one", async () => {
    expect(
      await saveEach([
        [{ title: "First" }, 409],
        [{ title: "First" }, 401],
        [{ name: "other" }, { version: 2 }],
        [{ title: 1 }, { version: 2 }],
        [{ title: "First" }, { version: 2 }],
        // There is nothing to publish.
        [{ title: "First" }],
        [{ title: "Second" }, {}],
      ]),
    ).toEqual({
      said: [
        `${refusal} 409.`,
        `${refusal} 401. tome auth login`,
        "warning: Not published: The manifest is now for other. Restart the command.",
        expect.stringMatching(/^warning: Not published: .*title/),
        "note: Published checker as version 2.",
        "note: Published checker as version new.",
      ],
      published: ["First", "First", "First", "Second"].map((title) =>
        expect.objectContaining({ title }),
      ),
    });
  });

  test("ends the watch of the folder if the publication fails", async () => {
    const { context } = open({
      answer: (line) => (line === "GET /" ? { runsIntegrations: true } : 403),
    });
    await expect(develop(context, { integration: "checker" })).rejects.toBeInstanceOf(ApiError);
  });
});
