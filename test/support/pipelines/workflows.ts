/** Execution of the workflows in docs/ci.md, as their hosts run them, against a test platform. */
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "vitest";
import { parseAllDocuments } from "yaml";
import * as z from "zod/mini";
import { launcher, root } from "../../bin/built.ts";
import { amount } from "../generators/amount.ts";
import { gitRepository } from "../git/git.ts";
import { gitServer } from "../git/git-http.ts";
import { temporaryFolder } from "../machine/folder.ts";
import { packedBuild } from "../machine/packed.ts";
import { startServe } from "../platforms/built-serve.ts";
import { fill } from "./github-expressions.ts";

const variables = z.record(z.string(), z.string());
const GitHub = z.looseObject({
  name: z.string(),
  jobs: z.record(
    z.string(),
    z.looseObject({
      env: z.optional(variables),
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
export const GitLab = z.record(
  z.string(),
  z.looseObject({ script: z.optional(z.array(z.string())) }),
);

export const GitLabDefault = z.looseObject({ before_script: z.array(z.string()) });

export const [
  imported,
  uploaded,
  linked,
  checked,
  nightly,
  reviewed,
  planned,
  linksPosted,
  applied,
  drifted,
  backedUp,
  gitLab,
] = [...readFileSync(join(root, "docs", "ci.md"), "utf8").matchAll(/```yaml\n(.*?)```/gs)].map(
  ([, yaml = ""]) => parseAllDocuments(yaml).map((one) => one.toJS())[0],
);

export interface Stepped {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A platform with a space, a repository, and a simulated CI machine with tome installed. */
export async function site({ isPacked = amount({ short: 0, full: 1 }) > 0 } = {}) {
  const folder = temporaryFolder();
  const serving = await startServe(folder, ["--memory", "--port", "0", "--allow-private"]);
  const repository = gitRepository();
  repository.commit({ "README.md": "# Start\n\nSee [next](next.md).\n", "next.md": "# Next\n" });
  const git = await gitServer({ path: repository.path });
  if (isPacked) copyPackage(join(folder, "tools"));
  else packProgram(join(folder, "tools"));
  const machine = {
    PATH: `${folder}/bin:${process.env.PATH}`,
    HOME: folder,
    // Makes npm fail if it would contact a registry.
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

function copyPackage(folder: string): void {
  mkdirSync(folder);
  copyFileSync(packedBuild(), join(folder, "tome.tgz"));
}

/** A stand-in for the package that starts this build; another test covers the installation. */
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

export type Site = Awaited<ReturnType<typeof site>>;

/** Runs the steps of a workflow with one job. A failed step ends the job. */
export async function workflow(
  given: unknown,
  at: Site,
  more: Readonly<Record<string, string>> = {},
) {
  const { jobs } = GitHub.parse(given);
  const [job] = Object.values(jobs);
  const contexts = {
    github: { token: "github-token", event: { pull_request: { number: "7" } } },
    secrets: { TOME_TOKEN: at.serving.token },
    vars: { TOME_BASE_URL: at.serving.url, TOME_ORG: at.org, TOME_SPACE: at.space },
  };
  const [, host = "", path = ""] = /^(https?:\/\/[^/]+)\/(.*)\.git$/.exec(at.git.address()) ?? [];
  const filled = (given: Readonly<Record<string, string>> = {}) => fill(given, contexts);
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
    // The second run finds the package already installed.
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
