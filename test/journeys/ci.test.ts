/** The workflows of docs/ci.md, step by step as their hosts run them, against a platform of their own. */
import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import * as z from "zod/mini";
import { buildProgram, launcher, root } from "../bin/built.ts";
import { between } from "../support/between.ts";
import { startServe } from "../support/built-serve.ts";
import { temporaryFolder } from "../support/folder.ts";
import { gitRepository } from "../support/git.ts";
import { gitServer } from "../support/git-http.ts";
import { ordersIn } from "../support/runner.ts";

beforeAll(buildProgram);

const variables = z.record(z.string(), z.string());
const GitHub = z.looseObject({
  name: z.string(),
  jobs: z.record(
    z.string(),
    z.looseObject({
      env: variables,
      steps: z.array(
        z.looseObject({
          name: z.optional(z.string()),
          run: z.optional(z.string()),
          env: z.optional(variables),
        }),
      ),
    }),
  ),
});
const GitLab = z.record(z.string(), z.looseObject({ script: z.optional(z.array(z.string())) }));

const GitLabDefault = z.looseObject({ before_script: z.array(z.string()) });

const [imported, uploaded, linked, reviewed, gitLab] = [
  ...readFileSync(join(root, "docs", "ci.md"), "utf8").matchAll(/```yaml\n(.*?)```/gs),
].map(([, yaml = ""]) => parseAllDocuments(yaml).map((one) => one.toJS())[0]);

interface Stepped {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A platform with a space, a repository, and a machine of a pipeline with tome on it. */
async function site() {
  const folder = temporaryFolder();
  const serving = await startServe(folder, ["--memory", "--port", "0", "--allow-private"]);
  const repository = gitRepository();
  repository.commit({ "README.md": "# Start\n\nSee [next](next.md).\n", "next.md": "# Next\n" });
  const git = await gitServer({ path: repository.path });
  packProgram(join(folder, "tools"));
  const machine = {
    PATH: `${folder}/bin:${process.env.PATH}`,
    HOME: folder,
    // A name that npm had to ask a registry for would fail here.
    npm_config_offline: "true",
    npm_config_prefix: folder,
    npm_config_update_notifier: "false",
    CI: "true",
    TOME_BASE_URL: serving.url,
  };
  const run = async (
    script: string,
    env: Readonly<Record<string, string>> = {},
  ): Promise<Stepped> => {
    const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
      cwd: folder,
      env: { ...machine, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [stdout, stderr, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve) => child.once("close", resolve)),
    ]);
    return { code, stdout, stderr };
  };
  const tome = `"${process.execPath}" "${launcher}"`;
  const own = { TOME_TOKEN: serving.token };
  const org = (await run(`${tome} org list --format id`, own)).stdout.trim();
  const made = await run(`${tome} space create --title Guide --json id --jq .id`, {
    ...own,
    TOME_ORG: org,
  });
  const space = made.stdout.trim();
  return { folder, serving, repository, git, run, org, space, installed: new Set<unknown>() };
}

/** The package as a repository keeps it, with this build in it. */
function packProgram(folder: string): void {
  const inner = join(folder, "package");
  mkdirSync(inner, { recursive: true });
  const manifest = { name: "packed", version: "1.0.0", bin: { tome: "tome.sh" } };
  writeFileSync(join(inner, "package.json"), JSON.stringify(manifest));
  const program = join(inner, "tome.sh");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${launcher}" "$@"\n`);
  chmodSync(program, 0o755);
  execFileSync("tar", ["czf", "tome.tgz", "package"], { cwd: folder });
}

type Site = Awaited<ReturnType<typeof site>>;

/** Runs the steps of the one job of a workflow; a step that fails ends it, as its host does. */
async function workflow(given: unknown, at: Site, more: Readonly<Record<string, string>> = {}) {
  const { jobs } = GitHub.parse(given);
  const [job] = Object.values(jobs);
  const known: Readonly<Record<string, string>> = {
    "secrets.TOME_TOKEN": at.serving.token,
    "vars.TOME_BASE_URL": at.serving.url,
    "vars.TOME_ORG": at.org,
    "vars.TOME_SPACE": at.space,
  };
  const [, host = "", path = ""] = /^(https?:\/\/[^/]+)\/(.*)\.git$/.exec(at.git.address()) ?? [];
  const filled = (given: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        value.replace(
          /\$\{\{ ([\w.]+) \}\}/g,
          (_, what: string) => known[what] ?? `unknown ${what}`,
        ),
      ]),
    );
  const env = {
    GITHUB_ACTIONS: "true",
    GITHUB_SERVER_URL: host,
    GITHUB_REPOSITORY: path,
    GITHUB_REF: "refs/heads/main",
    GITHUB_STEP_SUMMARY: join(at.folder, "summary.md"),
    ...filled(job?.env),
    ...more,
  };
  const ran: Stepped[] = [];
  for (const { name, run, env: own } of job?.steps ?? []) {
    // The second time the machine has it already.
    if (run === undefined || (name === "Install tome" && at.installed.has(given))) continue;
    const step = await at.run(run, { ...env, ...filled(own), ...more });
    if (name === "Install tome") {
      expect([step.code, step.stderr]).toEqual([0, ""]);
      at.installed.add(given);
    } else ran.push(step);
    if (step.code !== 0) break;
  }
  return {
    ran,
    last: ran.at(-1),
    file: (name: string) => readFileSync(join(at.folder, name), "utf8"),
  };
}

test("GitHub: every commit is imported, also through 429s and a connection that drops in the middle", async () => {
  const at = await site();
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

test("GitHub: a specification is uploaded, and its errors stand beside its lines", async () => {
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

test("GitHub: a broken link stops the gate, and a mended one opens it", async () => {
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

test("GitHub: whoever got access since the last review is named", async () => {
  const at = await site();
  const codes = ({ ran }: { readonly ran: readonly Stepped[] }) => ran.map(({ code }) => code);
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

test("GitLab: the three jobs do the same, and leave their reports", async () => {
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
