/** Imports and exports, with a platform that the tests choose. */
import { describe, expect, test } from "vitest";
import { exportRepository, importRepository, waitForSync } from "../../../src/features/git/sync.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

type Responses = Readonly<Record<string, unknown>>;
type Flags = Parameters<typeof importRepository>[1];

const url = "https://git.example.com/docs.git";
const info = "GET /spaces/S1/git/info";
const installation = "GET /git/installations/I1";
const start = ["POST /spaces/S1/git/import", { url, ref: "refs/heads/main" }];

interface Options {
  readonly responses?: Responses;
  readonly local?: boolean;
  readonly yes?: boolean;
  readonly confirms?: boolean;
}

function open({ responses = {}, local = false, yes = true, confirms }: Options) {
  const opened = openScriptedContext({
    yes,
    ...(confirms !== undefined && { confirms }),
    answer: ({ line }) => {
      const value = responses[line.replace(/\?.*/, "")];
      return typeof value === "function" ? value() : (value ?? (line.startsWith("GET") ? 404 : {}));
    },
    more: {
      settings: { local },
      cwd: "/",
      describeTitledParents: async () => ' into "Guide"',
    },
  });
  const writes = () => opened.sent.filter((one) => !String(one).startsWith("GET"));
  return { ...opened, writes };
}

async function runImport(flags: Partial<Flags>, options: Options = {}) {
  const opened = open(options);
  const result = await importRepository(opened.context, { spaceId: "S1", ...flags }, []).catch(
    (error: Error) => error,
  );
  return { ...opened, result, writes: opened.writes() };
}

describe("the repository", () => {
  const connected = {
    [info]: { installationId: "I1", url: "https://info.example/x.git", ref: "info" },
    [installation]: {
      providerConfiguration: { url, branch: "refs/heads/main" },
      projectDirectory: "docs",
    },
  };
  test.each<readonly [string, Partial<Flags>, Responses, object]>([
    [
      "of the flags needs no look-up",
      { url, ref: "refs/heads/v1" },
      {},
      { url, ref: "refs/heads/v1" },
    ],
    [
      "is that of the connection",
      {},
      connected,
      { url, ref: "refs/heads/main", repoProjectDirectory: "docs" },
    ],
    [
      "of the connection with another branch and folder",
      { ref: "refs/heads/v1", repoProjectDirectory: "guide" },
      connected,
      { url, ref: "refs/heads/v1", repoProjectDirectory: "guide" },
    ],
    [
      "is that of the provider",
      {},
      {
        ...connected,
        [installation]: {
          providerConfiguration: { branch: "refs/heads/main" },
          repositoryConnection: { repositoryUrl: "https://github.com/a/b" },
        },
      },
      { url: "https://github.com/a/b", ref: "refs/heads/main" },
    ],
    [
      "is that of the last sync",
      {},
      { [info]: { installationId: "S1", url, ref: "refs/heads/old" } },
      { url, ref: "refs/heads/old" },
    ],
    [
      "is in the folder of the last sync",
      {},
      {
        [info]: { installationId: "S1", url, ref: "refs/heads/old", repoProjectDirectory: "docs" },
      },
      { url, ref: "refs/heads/old", repoProjectDirectory: "docs" },
    ],
  ])("%s", async (_, flags, responses, body) => {
    const { writes, sent, result } = await runImport(flags, { responses });
    expect(writes).toEqual([["POST /spaces/S1/git/import", body]]);
    if (flags.url !== undefined) expect(sent[0]).toEqual(writes[0]);
    expect(result).toMatchObject({
      done: "Started the import.",
      next: "To show its progress: tome git info --space S1",
    });
  });

  test.each<readonly [string, Partial<Flags>, Responses, string]>([
    ["with a URL needs a branch", { url }, {}, "--ref is required with --url, such as --ref main."],
    [
      "of a space without a connection is required",
      { ref: "refs/heads/v1" },
      {},
      "The space is not connected to a Git repository, so --url and --ref are required.",
    ],
    [
      "without a branch is required",
      { ref: "refs/heads/v1" },
      { [info]: { url } },
      "The space is not connected to a Git repository, so --url and --ref are required.",
    ],
    ["is checked first", { url, ref: "main" }, {}, "ref must be a branch in full"],
  ])("%s", async (_, flags, responses, message) => {
    const { result, writes } = await runImport(flags, { responses });
    expect((result as Error).message).toContain(message);
    expect(writes).toEqual([]);
  });

  test("gets a commit with the usual message or another one", async () => {
    const run = async (more: object) => {
      const { context, writes } = open({});
      await exportRepository(context, { spaceId: "S1", url, ref: "refs/heads/main", ...more });
      return writes();
    };
    const usual = "Update the documentation";
    expect([await run({}), await run({ commitMessage: "New" })]).toEqual([
      [["POST /spaces/S1/git/export", { url, ref: "refs/heads/main", commitMessage: usual }]],
      [["POST /spaces/S1/git/export", { url, ref: "refs/heads/main", commitMessage: "New" }]],
    ]);
  });
});

describe("the result", () => {
  const wait = { url, ref: "refs/heads/main", wait: true, waitLimit: 0 } as const;
  const earlier = { operation: { startedAt: "T0" } };
  const run = (ended: object, before: object = earlier, options: Options = {}) => {
    const states = [before];
    return runImport(wait, { ...options, responses: { [info]: () => states.shift() ?? ended } });
  };

  test.each<readonly [string, object, string]>([
    [
      "of the local platform",
      { state: "success", commit: "abc" },
      "Completed the import at commit abc.",
    ],
    [
      "of the local platform without a commit",
      { state: "success", warnings: ["Odd.", "Long."] },
      "Completed the import. Odd. Long.",
    ],
    [
      "of the hosted platform",
      { operation: { state: "success", startedAt: "T1" } },
      "Completed the import.",
    ],
    [
      "that is not returned",
      { operation: { startedAt: "T1" } },
      "The platform does not return the result.",
    ],
  ])("%s", async (_, ended, done) => {
    const { result, writes } = await run(ended);
    expect(result).toEqual({ done, record: ended });
    expect(writes).toEqual([start]);
  });

  test.each<readonly [string, object, string]>([
    [
      "a failure",
      { state: "failure", error: "No access." },
      "The import ended with the state failure: No access.",
    ],
    [
      "a failure without a reason",
      { state: "skipped" },
      "The import ended with the state skipped: the platform returns no reason",
    ],
    [
      "a failure of the hosted platform",
      { operation: { state: "failure", startedAt: "T1", error: "Gone." } },
      "The import ended with the state failure: Gone.",
    ],
    [
      "an error without a state",
      { operation: { startedAt: "T1", error: "Gone." } },
      "The import ended with the state : Gone.",
    ],
  ])("is an error for %s", async (_, ended, message) => {
    const { result } = await run(ended);
    expect(result).toMatchObject({ how: "failed", message, hint: "tome git info --space S1" });
  });

  test.each<readonly [string, object, object]>([
    ["is queued", { state: "pending" }, earlier],
    ["is running", { state: "running" }, earlier],
    [
      "is running on the hosted platform",
      { operation: { state: "running", startedAt: "T1" } },
      earlier,
    ],
    [
      "is still that of the earlier operation",
      { operation: { state: "success", startedAt: "T0" } },
      earlier,
    ],
    ["is missing as before", {}, {}],
    ["is not known while the platform looks the repository up", { nextCheckAt: "T" }, earlier],
  ])("that %s is awaited", async (_, ended, before) => {
    const { result } = await run(ended, before);
    expect(result).toMatchObject({
      how: "pending",
      message: "Importing is still in progress after 0 seconds.",
    });
  });

  test("of a problem that the local platform found is not awaited", async () => {
    const { result } = await run({ problem: { message: "No access." }, nextCheckAt: "T" });
    expect(result).not.toMatchObject({ how: "pending" });
  });

  test("is always awaited on the local platform", async () => {
    const ended = { state: "success" };
    const { result } = await runImport(
      { url, ref: "refs/heads/main" },
      { local: true, responses: { [info]: ended } },
    );
    expect(result).toMatchObject({ done: "Completed the import." });
    const { result: hosted } = await runImport(
      { url, ref: "refs/heads/main" },
      { responses: { [info]: ended } },
    );
    expect(hosted).toMatchObject({ done: "Started the import.", record: ended });
  });

  test.each([
    [{ state: "success", operation: { direction: "export" } }, "Completed the export."],
    [{ state: "success", operation: { direction: "import" } }, "Completed the import."],
    [{ state: "success" }, "Completed the import."],
  ])("of a sync is described by its direction: %j", async (ended, sentence) => {
    const { context } = open({ responses: { [info]: ended } });
    const client = await context.client();
    const result = await waitForSync(context, client, "S1", { waitLimit: 0 }, "Syncing");
    expect(result).toEqual({ sentence, record: ended });
  });

  test("of a sync that failed has the fix of the platform", async () => {
    const problem = { message: "No access.", fix: "tome git connect" };
    const { context } = open({ responses: { [info]: { state: "success", problem } } });
    const done = waitForSync(context, await context.client(), "S1", { waitLimit: 0 }, "Syncing");
    await expect(done).rejects.toMatchObject({
      how: "failed",
      message: "The sync failed: No access.",
      hint: "tome git connect",
    });
  });
});

describe("the first import into a space with pages", () => {
  const page = { type: "document" };
  const pages = (...items: readonly object[]) => ({
    "GET /spaces/S1/content/pages": { pages: items },
  });
  const flags = { url, ref: "refs/heads/main" };
  const says = (count: string, others = "") =>
    `The space has ${count} and is not synchronized with a repository. A page at the path of a file in the repository gets the text of that file${others}.`;

  test.each<readonly [string, readonly object[], boolean, string]>([
    ["one page", [page], false, says("a page")],
    [
      "nested pages",
      [{ type: "group", pages: [page, { ...page, pages: [page] }] }],
      false,
      says("3 pages"),
    ],
    [
      "pages on the local platform",
      [page, page],
      true,
      says("2 pages", ", and all other pages are kept"),
    ],
  ])("is confirmed for %s", async (_, items, local, text) => {
    const options = { local, yes: false, responses: pages(...items) };
    const { said, writes } = await runImport(flags, { ...options, confirms: false });
    expect(said).toEqual([`question: ${text} Import into "Guide"?`]);
    expect(writes).toEqual([]);
    const refused = await runImport(flags, options);
    expect((refused.result as Error).message).toBe(
      `${text} --yes is required to import when not running interactively. To send the pages of the space to the repository first, use tome git export.`,
    );
    expect(refused.writes).toEqual([]);
    const done = await runImport(flags, { ...options, local: false, confirms: true });
    expect(done.writes).toEqual([start]);
  });

  test.each<readonly [string, Partial<Flags>, Responses, boolean]>([
    ["with --yes", {}, pages(page), true],
    ["with --force", { force: true }, pages(page), false],
    ["with --standalone", { standalone: true }, pages(page), false],
    ["without pages with text", {}, pages({ type: "group" }), false],
    ["after a successful sync", {}, { ...pages(page), [info]: { state: "success" } }, false],
    ["after a sync of an unknown state", {}, { ...pages(page), [info]: {} }, false],
    [
      "after a failed sync of an earlier revision",
      {},
      { ...pages(page), [info]: { state: "failure", revision: "R" } },
      false,
    ],
  ])("is not confirmed %s", async (_, more, responses, yes) => {
    const { said, writes } = await runImport({ ...flags, ...more }, { responses, yes });
    expect(said).toEqual([]);
    expect(writes).toHaveLength(1);
  });

  test.each(["failure", "skipped"])("is confirmed again after the state %s", async (state) => {
    const responses = { ...pages(page), [info]: { state } };
    const { said } = await runImport(flags, { responses, yes: false, confirms: false });
    expect(said).toHaveLength(1);
  });

  test("is not sent if the sync of the space cannot be read", async () => {
    const { result, writes } = await runImport(flags, { responses: { [info]: 403 }, yes: false });
    expect(result).toMatchObject({ status: 403 });
    expect(writes).toEqual([]);
  });
});
