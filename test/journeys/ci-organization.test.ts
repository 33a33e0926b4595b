/** The workflows of docs/ci.md that manage an organization as files. */
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { buildProgram } from "../bin/built.ts";
import {
  applied,
  drifted,
  linksPosted,
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

test("GitHub: the preview links of a change request are posted on its pull request", async () => {
  const at = await site();
  const own = { TOME_TOKEN: at.serving.token, TOME_ORG: at.org, TOME_SPACE: at.space };
  await workflow(drifted, at);
  // Records what would be sent to GitHub.
  const program = join(at.folder, "bin", "gh");
  writeFileSync(program, '#!/bin/sh\necho "$GH_TOKEN $*" > gh.txt\ncat "$7" >> gh.txt\n');
  chmodSync(program, 0o755);
  writeFileSync(join(at.folder, "page.md"), "Text.\n");
  const prepared = await at.run(
    [
      `tome site create --title Docs --space ${at.space}`,
      "tome site publish Docs",
      "tome cr create --subject 'Pull request #7'",
      "tome cr edit 1 --new --title Start --file page.md",
    ].join(" && "),
    own,
  );
  expect(prepared.code, prepared.stderr).toBe(0);
  const { ran, last } = await workflow(linksPosted, at);
  expect([ran.map(({ code }) => code), last?.stderr]).toEqual([[0, 0], ""]);
  const sent = readFileSync(join(at.folder, "gh.txt"), "utf8");
  expect(sent).toContain("pr comment 7 --edit-last --create-if-none --body-file links.md");
  expect(sent).toMatch(/\[Start\]\(http:\S+\/~\/changes\/1\/start\)/);
});
