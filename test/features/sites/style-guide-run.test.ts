import { expect, test } from "vitest";
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
