import { describe, expect, test } from "vitest";
import { runStyleGuide } from "../../../src/features/sites/style-guide-run.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import {
  type ModelAnswer,
  type PromptedPage,
  replaceText,
  serveEditingModel,
} from "../../support/organizations/editing-model.ts";

/** A sample workspace whose site has a style guide. */
async function start(answer: (page: PromptedPage) => ModelAnswer) {
  const { model } = await serveEditingModel(answer);
  const tome = openTome({ withSample: true });
  const env = { TOME_MODEL_URL: model.url, TOME_MODEL: model.name };
  const run = (...args: readonly string[]) => tome([...args, "--local"], { env });
  const site = "Lumen documentation";
  expect((await run("org", "update", "--ai")).code).toBe(0);
  const template = ["--template", "plain-language"];
  expect((await run("site", "style-guide", "create", site, ...template)).code).toBe(0);
  const check = (...args: readonly string[]) =>
    run("site", "style-guide", "run", site, "--space", "User guide", ...args);
  return { run, check };
}

slowTest("with --wait the command ends after the check and counts the changed pages", async () => {
  const { check } = await start(replaceText("the", "a"));
  const waited = await check("--wait", "--json");
  expect(waited.stderr).toMatch(/^Checked 1 space; \d+ pages were changed\. /);
  expect(waited.code).toBe(0);
  const { run, changeRequests } = JSON.parse(waited.stdout);
  expect(changeRequests).toMatchObject([
    { styleguide: { run: run.id, checkedAt: expect.any(String) } },
  ]);
});

test("with --wait the command fails with the reason why no page could be checked", async () => {
  const { check } = await start(() => (response) => response.writeHead(401).end());
  const waited = await check("--wait");
  expect(waited.stderr).toMatch(/is not complete; 0 pages were changed\. Change request \d+: /);
  expect(waited.code).not.toBe(0);
});

slowTest(
  "without --wait the command names the check and the command that shows its result",
  async () => {
    const { run: runTome, check } = await start(() => JSON.stringify({ edits: [] }));
    const started = await check("--json", "run.id");
    const { run } = JSON.parse(started.stdout);
    expect(started.stderr).toContain(
      `To show its change requests: tome cr list --org-wide --styleguide-run ${run.id} --status draft --local\n`,
    );
    expect(started.code).toBe(0);
    const filter = ["--styleguide-run", run.id, "--status", "draft"];
    const listed = await runTome("cr", "list", "--org-wide", ...filter, "--json", "subject");
    expect(JSON.parse(listed.stdout)).toEqual([{ subject: "Style guide check of User guide" }]);
  },
);

describe("the result of change requests with the checks", () => {
  const input = { organizationId: "O1", siteId: "D1", spaces: ["S1"] };

  /** @param checks of the change requests, by position */
  function run(checks: readonly (object | undefined)[]) {
    const { context, sent } = openScriptedContext({
      answer({ line }) {
        const [, id] = /change-requests\/R(\d+)$/.exec(line) ?? [];
        if (id !== undefined)
          return { id: `R${id}`, number: 10 + Number(id), styleguide: checks[Number(id)] };
        const changeRequests = checks.map((_, at) => ({ id: `R${at}`, space: `S${at}` }));
        return { run: { id: "Y1" }, changeRequests };
      },
    });
    return { sent, ended: runStyleGuide(context, { ...input, wait: true, waitLimit: 0 }) };
  }

  test.each<readonly [object[], string]>([
    [[{ changedPages: 3 }], "Checked 1 space; 3 pages were changed."],
    [[{ changedPages: 0 }], "Checked 1 space; 0 pages were changed."],
    [[{ changedPages: 0 }, { changedPages: 1 }], "Checked 2 spaces; 1 page was changed."],
    [[{ changedPages: 2 }, { changedPages: 2 }], "Checked 2 spaces; 4 pages were changed."],
    [[{ changedPages: 1, failure: null }], "Checked 1 space; 1 page was changed."],
    [[], "Checked 0 spaces; 0 pages were changed."],
  ])("%j is a success", async (checks, done) => {
    const { sent, ended } = run(checks);
    expect(await ended).toMatchObject({
      done,
      next: "To show its change requests: tome cr list --org-wide --styleguide-run Y1 --status draft",
      record: {
        run: { id: "Y1" },
        changeRequests: checks.map((styleguide, at) => ({ id: `R${at}`, styleguide })),
      },
    });
    expect(sent.slice(1)).toEqual(
      checks.map((_, at) => `GET /spaces/S${at}/change-requests/R${at}`),
    );
  });

  // A check that failed before its end has no number of pages.
  test.each<readonly [object[], "failed" | "partial", string]>([
    [[{ failure: "Closed." }], "failed", "0 pages were changed. Change request 10: Closed."],
    [
      [{ failure: "A." }, { failure: "B." }],
      "failed",
      "0 pages were changed. Change request 10: A. Change request 11: B.",
    ],
    [[{ changedPages: 1, failure: "A." }], "partial", "1 page was changed. Change request 10: A."],
    [
      [{ changedPages: 0, failure: "A." }],
      "partial",
      "0 pages were changed. Change request 10: A.",
    ],
    [
      [{ changedPages: 2 }, { failure: "B." }],
      "partial",
      "2 pages were changed. Change request 11: B.",
    ],
    [
      [{ failure: "A." }, { changedPages: 2 }],
      "partial",
      "2 pages were changed. Change request 10: A.",
    ],
  ])("%j is %s", async (checks, how, message) => {
    const { ended } = run(checks);
    expect(await ended).toMatchObject({
      record: { changeRequests: checks.map((styleguide) => ({ styleguide })) },
      unsettled: {
        how,
        message: `The style guide check Y1 is not complete; ${message}`,
        hint: "tome cr list --org-wide --styleguide-run Y1 --status draft",
      },
    });
  });

  test.each<readonly [(object | undefined)[]]>([
    [[undefined]],
    [[{}]],
    [[{ site: "D1", run: "Y1" }]],
    [[{ changedPages: 1 }, {}]],
    [[{ failure: "A." }, undefined]],
  ])("%j is still in progress", async (checks) => {
    await expect(run(checks).ended).rejects.toMatchObject({
      how: "pending",
      message: "The style guide check is still in progress after 0 seconds.",
    });
  });
});
