/** The workflows of docs/ci.md that manage an organization as files. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { buildProgram } from "../bin/built.ts";
import {
  applied,
  drifted,
  planned,
  type Stepped,
  site,
  workflow,
} from "../support/pipelines/workflows.ts";

beforeAll(buildProgram);

test("GitHub: an organization is planned on a pull request, applied on main, and its drift is reported", async () => {
  const at = await site();
  const codes = ({ ran }: { readonly ran: readonly Stepped[] }) => ran.map(({ code }) => code);
  const own = { TOME_TOKEN: at.serving.token, TOME_ORG: at.org };
  const remote = join(at.folder, "remote.git");
  const identity = "git -c user.name=Ada -c user.email=ada@example.com";
  const prepare = [
    "tome export acme",
    `git init --quiet --initial-branch main && git init --quiet --bare "${remote}"`,
    `git remote add origin "${remote}" && git add acme`,
    `${identity} commit --quiet --message Begin && git push --quiet --set-upstream origin main`,
  ];
  // The installation is a step of the workflow, so it comes first.
  expect(codes(await workflow(drifted, at))).toEqual([2]);
  const prepared = await at.run(prepare.join(" && "), own);
  expect(prepared.code, prepared.stderr).toBe(0);
  expect(codes(await workflow(drifted, at))).toEqual([0]);

  const content = join(at.folder, "acme", "content.yaml");
  writeFileSync(content, readFileSync(content, "utf8").replace("title: Guide", "title: Manual"));
  const shown = await workflow(planned, at);
  expect(codes(shown), shown.last?.stderr).toEqual([0, 0]);
  expect(shown.file("summary.md")).toContain('title: "Guide" → "Manual"');
  const done = await workflow(applied, at);
  expect(codes(done), done.last?.stderr).toEqual([0, 0]);
  const title = await at.run(`tome space get ${at.space} --json title --jq .title`, own);
  expect(title.stdout.trim()).toBe("Manual");
  const log = await at.run(`git --git-dir "${remote}" log --format=%s main`);
  expect(log.stdout).toBe("Update the lock file\nBegin\n");

  await at.run(`tome space update ${at.space} --title Handbook`, own);
  const found = await workflow(drifted, at);
  expect(codes(found), found.last?.stderr).toEqual([10]);
});
