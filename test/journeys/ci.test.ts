/**
 * The workflows of docs/ci.md, step by step as their hosts run them, against a separate platform.
 */
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { buildProgram } from "../bin/built.ts";
import { between } from "../support/network/between.ts";
import { ordersIn } from "../support/pipelines/runner.ts";
import {
  applied,
  backedUp,
  checked,
  drifted,
  GitLab,
  GitLabDefault,
  gitLab,
  imported,
  linked,
  linksPosted,
  nightly,
  planned,
  reviewed,
  type Stepped,
  site,
  uploaded,
  workflow,
} from "../support/pipelines/workflows.ts";

beforeAll(buildProgram);

function codes({ ran }: { readonly ran: readonly Stepped[] }) {
  return ran.map(({ code }) => code);
}

test("GitHub: every commit is imported, even after 429s and a dropped connection", async () => {
  const at = await site({ isPacked: true });
  const { ran, file } = await workflow(imported, at);
  expect(ran.map(({ code, stderr }) => [code, stderr.includes("::error")])).toEqual([
    [0, false],
    [0, false],
  ]);
  expect(file("summary.md")).toContain(`success ${at.repository.head()}`);
  const commit = at.repository.commit({ "third.md": "# Third\n" });
  const proxy = await between(at.serving.url, (what, before) => {
    if (what.startsWith("POST")) return before < 2 ? "429" : undefined;
    return before === 0 ? "drop" : before === 1 ? "429" : undefined;
  });
  const again = await workflow(imported, at, { TOME_BASE_URL: proxy.url });
  expect(
    again.ran.map(({ code }) => code),
    again.last?.stderr,
  ).toEqual([0, 0]);
  expect(again.file("summary.md")).toContain(`success ${commit}`);
  expect(proxy.faults).toEqual({ "429": 3, drop: 1 });
  expect(proxy.through.filter((what) => what.startsWith("POST")).length).toBe(1);
});

test("GitHub: a specification is uploaded, and its errors annotate its lines", async () => {
  const at = await site();
  const specification = join(at.folder, "openapi.yaml");
  writeFileSync(specification, "openapi: 3.1.0\ninfo:\n  title: Pets\n  version: '1'\npaths: {}\n");
  const good = await workflow(uploaded, at);
  expect(
    good.ran.map(({ code }) => code),
    good.last?.stderr,
  ).toEqual([0]);
  expect(JSON.parse(good.file("openapi.sarif")).runs[0].results).toEqual([]);
  writeFileSync(specification, "openapi: 3.1.0\ninfo: 7\npaths: {}\n");
  const bad = await workflow(uploaded, at);
  expect(bad.ran.map(({ code }) => code)).toEqual([10]);
  const [result] = JSON.parse(bad.file("openapi.sarif")).runs[0].results;
  expect(result.locations[0].physicalLocation).toMatchObject({
    artifactLocation: { uri: "openapi.yaml" },
    region: { startLine: 2 },
  });
  expect(ordersIn(bad.last?.stderr ?? "")).toContainEqual(
    expect.objectContaining({
      name: "error",
      properties: expect.objectContaining({ file: "openapi.yaml", line: "2" }),
    }),
  );
});

test("GitHub: a broken link fails the check, and a corrected link passes it", async () => {
  const at = await site();
  at.repository.commit({ "README.md": "# Start\n\nSee [nothing](nothing.md).\n" });
  await workflow(imported, at);
  const closed = await workflow(linked, at);
  expect(
    closed.ran.map(({ code }) => code),
    closed.last?.stderr,
  ).toEqual([10]);
  expect(closed.file("links.xml")).toContain('failures="1"');
  expect(closed.file("summary.md")).toContain("broken-link");
  at.repository.commit({ "README.md": "# Start\n\nSee [next](next.md).\n" });
  await workflow(imported, at);
  const open = await workflow(linked, at);
  expect(
    open.ran.map(({ code }) => code),
    open.last?.stderr,
  ).toEqual([0]);
  expect(open.file("links.xml")).toContain('failures="0"');
});

test("GitHub: an error in the files of a pull request annotates its line, without a token", async () => {
  const at = await site();
  const commit = (readme: string) =>
    at.run(
      `git init --quiet . && printf '*\n!README.md\n' > .gitignore && printf '${readme}' > README.md`,
    );
  expect((await commit("# Start\\n\\nSee [nothing](nothing.md).\\n")).code).toBe(0);
  const closed = await workflow(checked, at);
  expect(codes(closed), closed.last?.stderr).toEqual([10]);
  expect(ordersIn(closed.last?.stderr ?? "")).toContainEqual(
    expect.objectContaining({
      name: "error",
      properties: expect.objectContaining({ file: "README.md", line: "3" }),
    }),
  );
  expect(closed.file("check.md")).toContain("link-broken");
  expect((await commit("# Start\\n")).code).toBe(0);
  const open = await workflow(checked, at);
  expect(codes(open), open.last?.stderr).toEqual([0]);
});

test("GitHub: a problem of the organization is found at night", async () => {
  const at = await site();
  const closed = await workflow(nightly, at);
  expect(codes(closed), closed.last?.stderr).toEqual([10]);
  expect(closed.file("organization.xml")).toContain("one-admin");
  const own = { TOME_TOKEN: at.serving.token, TOME_ORG: at.org };
  expect((await at.run("tome org invite users ada@example.com --role admin", own)).code).toBe(0);
  const open = await workflow(nightly, at);
  expect(codes(open), open.last?.stderr).toEqual([0]);
});

test("GitHub: users with new access since the last review are named", async () => {
  const at = await site();
  const first = await workflow(reviewed, at);
  expect(codes(first), first.last?.stderr).toEqual([0]);
  renameSync(join(at.folder, "reviews", "now"), join(at.folder, "reviews", "last"));
  const same = await workflow(reviewed, at);
  expect(codes(same), same.last?.stderr).toEqual([0]);
  rmSync(join(at.folder, "reviews", "now"), { recursive: true });
  const own = { TOME_TOKEN: at.serving.token, TOME_ORG: at.org };
  expect((await at.run("tome org invite users ada@example.com --role edit", own)).code).toBe(0);
  const more = await workflow(reviewed, at);
  expect(codes(more), more.last?.stderr).toEqual([10]);
  expect(more.file("access.xml")).toContain("access-added");
});

test("GitHub: the weekly backups are in the history of the repository", async () => {
  const at = await site();
  const begun = await at.run(
    "git init --quiet --bare origin.git && git init --quiet -b main . && git remote add origin origin.git && git -c user.name=a -c user.email=a@b commit --quiet --allow-empty -m Begin && git push --quiet -u origin main",
  );
  expect(begun.code, begun.stderr).toBe(0);
  for (let week = 0; week < 2; week++) {
    const ran = await workflow(backedUp, at);
    expect(codes(ran), ran.last?.stderr).toEqual([0, 0]);
  }
  const kept = await at.run("git log --format=%s origin/main && git ls-files backup/spaces");
  expect(kept.stdout.match(/Back up the documentation/g)).toHaveLength(2);
  expect(kept.stdout).toContain("backup/spaces/guide/revision.json");
});

test("GitLab: the three jobs do the same, and keep their reports", async () => {
  const at = await site();
  const jobs = GitLab.parse(gitLab);
  writeFileSync(join(at.folder, "openapi.yaml"), "openapi: 3.1.0\ninfo: 7\npaths: {}\n");
  const env = {
    GITLAB_CI: "true",
    TOME_TOKEN: at.serving.token,
    CI_PROJECT_URL: at.git.address().replace(/\.git$/, ""),
    CI_COMMIT_BRANCH: "main",
    TOME_ORG: at.org,
    TOME_SPACE: at.space,
  };
  const { before_script: before } = GitLabDefault.parse(jobs.default);
  expect((await at.run(before.join("\n"), env)).code).toBe(0);
  const job = (name: string) => at.run((jobs[name]?.script ?? [`no job ${name}`]).join("\n"), env);
  const first = await job("import");
  expect([first.code, first.stdout], first.stderr).toEqual([
    0,
    expect.stringContaining('"state": "success"'),
  ]);
  const second = await job("specification");
  expect(second.code, second.stderr).toBe(10);
  expect(second.stderr).not.toContain("::");
  const third = await job("links");
  expect(third.code, third.stderr).toBe(0);
  for (const report of ["openapi.xml", "links.xml"])
    expect(existsSync(join(at.folder, report))).toBe(true);
});

test("GitHub: an organization is planned on a pull request, applied on main, and its drift is reported", async () => {
  const at = await site();
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
