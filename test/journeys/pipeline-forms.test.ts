/** Files for GitHub, parsed by its own parser: the workflows of docs/ci.md, and the action. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { root } from "../bin/built.ts";
import { openGitHubParser } from "../support/pipelines/github-parser.ts";

const page = readFileSync(join(root, "docs", "ci.md"), "utf8");
const workflows = [...page.matchAll(/```yaml\n(name: ([^\n]*)\n.*?)```/gs)].map(
  ([, text = "", name = ""]) => ({ name, text }),
);

let gitHub: Awaited<ReturnType<typeof openGitHubParser>>;

beforeAll(async () => {
  gitHub = await openGitHubParser();
});

test.each(workflows)("GitHub accepts the workflow $name", async ({ text }) => {
  expect(await gitHub.faultsOfWorkflow(text)).toEqual([]);
});

test("GitHub accepts the action", () => {
  const action = readFileSync(join(root, "action.yml"), "utf8");
  expect(gitHub.faultsOfAction(action)).toEqual([]);
  expect(gitHub.faultsOfAction(action.replace("shell: bash", "shel: bash"))).not.toEqual([]);
});

test("a workflow that GitHub would refuse is reported", async () => {
  const [{ text } = { text: "" }] = workflows;
  const renamed = text.replace("secrets.TOME_TOKEN", "secret.TOME_TOKEN");
  expect(await gitHub.faultsOfWorkflow(renamed)).not.toEqual([]);
  const mistyped = text.replace("timeout-minutes", "timeout");
  expect(await gitHub.faultsOfWorkflow(mistyped)).not.toEqual([]);
});
