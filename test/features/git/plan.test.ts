/** Sync plans: the request for a checkout, and the report. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { plan } from "../../../src/features/git/plan.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

const started = "POST /spaces/S1/git/plans";

interface PlanOptions {
  readonly cwd?: string;
  readonly ended?: object;
  readonly choice?: object;
  readonly start?: unknown;
}

/** The first request and the result of a plan. */
async function run(
  flags: object,
  { cwd = "/", ended = { state: "success" }, choice = {}, start = { id: "P1" } }: PlanOptions = {},
) {
  const { context, sent } = openScriptedContext({
    answer: ({ line }) => (line === started ? start : ended),
    more: { cwd, choice, settings: { local: false } },
  });
  const result: unknown = await plan(context, { spaceId: "S1", ...flags }).catch(
    (error: unknown) => error,
  );
  return { request: sent[0], result };
}

/** A checkout with the folder `docs`, on this branch. */
function createCheckout(head = "ref: refs/heads/main"): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, ".git"));
  mkdirSync(join(folder, "docs/guide"), { recursive: true });
  writeFileSync(join(folder, ".git/HEAD"), `${head}\n`);
  return folder;
}

describe("a plan for a checkout", () => {
  const folder = createCheckout();
  const url = pathToFileURL(folder).href;
  const ref = "refs/heads/main";

  test.each<[object, object]>([
    [{ repo: "." }, { url, ref }],
    [{ repo: folder }, { url, ref }],
    [{ repo: "docs" }, { url, ref, repoProjectDirectory: "docs" }],
    [{ repo: "docs/guide/" }, { url, ref, repoProjectDirectory: "docs/guide" }],
    [
      { repo: "docs", ref: "v1" },
      { url, ref: "v1", repoProjectDirectory: "docs" },
    ],
    [
      { repo: "docs", repoProjectDirectory: "x" },
      { url, ref, repoProjectDirectory: "x" },
    ],
    [
      { repo: ".", repoProjectDirectory: "x" },
      { url, ref, repoProjectDirectory: "x" },
    ],
    [
      { repo: ".", force: true, direction: "export" },
      { url, ref, force: true, direction: "export" },
    ],
    [{}, {}],
    [
      { url: "https://git.example.com/a", ref },
      { url: "https://git.example.com/a", ref },
    ],
  ])("with the flags %j has its repository, branch and folder", async (flags, body) => {
    const { request } = await run(flags, { cwd: folder });
    expect(request).toEqual([started, { direction: "import", ...body }]);
  });

  test.each<[string, object, string]>([
    ["ref: refs/heads/main", { repo: ".", url: "x" }, "Specify either --repo or --url, not both."],
    [
      "0123456789012345678901234567890123456789",
      { repo: "." },
      "--repo . has no branch checked out. Specify one with --ref.",
    ],
  ])("at %s with the flags %j is refused", async (head, flags, message) => {
    const { result, request } = await run(flags, { cwd: createCheckout(head) });
    expect(result).toMatchObject({ message });
    expect(request).toBeUndefined();
  });

  test("of a detached head needs --ref", async () => {
    const detached = createCheckout("0123456789012345678901234567890123456789");
    const { request } = await run({ repo: ".", ref: "v1" }, { cwd: detached });
    expect(request).toMatchObject([started, { ref: "v1" }]);
  });
});

test.each<[number, boolean]>([
  [404, true],
  [405, true],
  [501, true],
  [403, false],
  [500, false],
])("the status %i means that the platform has no plans: %j", async (status, isUnknown) => {
  const { result } = await run({}, { start: status });
  const message = "This platform does not support sync plans. The local platform does.";
  expect(result instanceof Error && result.message === message).toBe(isUnknown);
});

const conflict = { object: "page", title: "Start", path: "start.md" };
const changed = {
  pages: { added: 1 },
  changes: [{ change: "added", object: "page", title: "A", path: "a.md" }],
};

describe("the result of a plan", () => {
  test.each<[string, object, object]>([
    [
      "import",
      { state: "failure", error: "No access." },
      { message: "The import would fail: No access." },
    ],
    [
      "export",
      { state: "failure" },
      { message: "The export would fail: the platform returns no reason" },
    ],
    [
      "import",
      { state: "success", report: {} },
      { none: "The import would change nothing in the space." },
    ],
    [
      "export",
      { state: "success", report: {} },
      { none: "The export would change nothing in the repository." },
    ],
    [
      "import",
      { state: "success", report: changed },
      { none: "The import would change: 1 page added." },
    ],
  ])("of an %s that is %j", async (direction, ended, expected) => {
    expect((await run({ direction }, { ended })).result).toMatchObject(expected);
  });

  const reports = { nothing: {}, changed, conflicts: { conflicts: [conflict] } };
  const cases = Object.keys(reports).flatMap((name) =>
    [undefined, "changes", "conflicts"].map((fail) => ({ name, fail })),
  );

  test.each(cases)("$name with --fail $fail", async ({ name, fail }) => {
    const report = Object.entries(reports).find(([one]) => one === name)?.[1];
    const isFailing = fail === "changes" ? name !== "nothing" : fail === name;
    for (const choice of [{}, { format: "json" }]) {
      const { result } = await run({ fail }, { ended: { state: "success", report }, choice });
      const unsettled = getMember(result, "unsettled");
      expect(unsettled !== undefined).toBe(isFailing);
      if (isFailing) expect(unsettled).toMatchObject({ how: "findings" });
      const notes = getMember(result, "notes") ?? [];
      const summary = "The import would change: 1 page added.";
      // An error with the same text follows.
      const hasSummary = name === "changed" && !isFailing && !("format" in choice);
      expect(Array.isArray(notes) && notes.includes(summary)).toBe(hasSummary);
      expect(getMember(result, "findings")).toHaveLength(name === "conflicts" ? 1 : 0);
    }
  });

  test.each<[object, string]>([
    [conflict, "start.md"],
    [{ object: "page", title: "Start" }, "Start"],
  ])("names the conflict %j", async (one, name) => {
    const ended = { state: "success", report: { conflicts: [one] } };
    const [finding] = Array.from(Object(getMember((await run({}, { ended })).result, "findings")));
    expect(finding).toMatchObject({ rule: "sync-conflict", level: "error", location: { name } });
    expect(finding).toHaveProperty(
      "message",
      expect.stringMatching(`^${name} has conflicting changes in the space and in the repository`),
    );
  });

  test("names the number of changes that are not listed", async () => {
    const ended = { state: "success", report: { ...changed, more: 12 } };
    expect(getMember((await run({}, { ended })).result, "notes")).toContain(
      "12 further changes are not listed.",
    );
  });
});

/** A member of a result, or what the function there returns. */
function getMember(result: unknown, name: string): unknown {
  const value: unknown = Reflect.get(Object(result), name);
  return typeof value === "function" ? value() : value;
}
