/** Parts for other pipelines: the action, the component and the hook, run step by step. */
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import * as z from "zod/mini";
import { buildProgram, launcher, root } from "../bin/built.ts";
import { slowTest } from "../support/generators/amount.ts";
import { gitRepository } from "../support/git/git.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { packedBuild } from "../support/machine/packed.ts";
import { runAction } from "../support/pipelines/composite-action.ts";
import { startServe } from "../support/platforms/built-serve.ts";

beforeAll(buildProgram);

const action = join(root, "action.yml");

/** A repository with the package, and the environment of each step. */
function runner() {
  const workspace = temporaryFolder();
  mkdirSync(join(workspace, "tools"));
  copyFileSync(packedBuild(), join(workspace, "tools", "tome.tgz"));
  const env = { HOME: workspace, npm_config_offline: "true", npm_config_update_notifier: "false" };
  return { workspace, temporary: join(workspace, "runner"), env };
}

slowTest("the action installs the package, and passes the token to its commands only", async () => {
  const at = runner();
  const serving = await startServe(temporaryFolder(), ["--memory", "--port", "0"]);
  const given = {
    run: "tome --version\ntome whoami --json --jq .email >> who.txt",
    token: serving.token,
    "base-url": serving.url,
  };
  const steps = await runAction(action, given, at);
  expect(steps.map(({ name, code }) => [name, code])).toEqual([
    ["Choose the package", 0],
    ["Cache npm downloads", 0],
    ["Install tome", 0],
    ["Run", 0],
  ]);
  expect(readFileSync(join(at.workspace, "who.txt"), "utf8")).toContain("owner@example.com");
  const holding = steps.filter(({ env }) => JSON.stringify(env).includes(serving.token));
  expect(holding.map(({ name }) => name)).toEqual(["Run"]);
  const cached = steps[1]?.env;
  expect(cached?.path).toBe(join(at.temporary, "tome-npm"));
  expect(cached?.key).toMatch(/^tome-Linux-X64-[0-9a-f]{64}$/);
  // The runner masks it because tome says so, although the step received it.
  expect(steps[3]?.stdout).not.toContain(serving.token);
  const masked = `::add-mask::${serving.token}`;
  expect(steps.map(({ stderr }) => stderr.replaceAll(masked, "")).join("")).not.toContain(
    serving.token,
  );
});

test.each([
  "tome",
  "tome@1.0.0",
  "@tome-docs/cli",
  "@tome-docs/cli@latest",
  "@tome-docs/cli@0.1.0 || 9",
  "http://example.com/tome.tgz",
])("the action refuses to install %s", async (name) => {
  const workspace = temporaryFolder();
  const at = { workspace, temporary: join(workspace, "runner"), env: {} };
  const steps = await runAction(action, { package: name }, at);
  expect(steps.map(({ code }) => code)).toEqual([2]);
  expect(steps[0]?.stderr).toContain("::error::package must be a .tgz file");
});

test("an input of the action is a value, never a part of a script", async () => {
  const workspace = temporaryFolder();
  const at = { workspace, temporary: join(workspace, "runner"), env: {} };
  const [step] = await runAction(action, { package: '"; touch harm; "' }, at);
  expect(step?.code).toBe(2);
  expect(spawnSync("ls", [workspace], { encoding: "utf8" }).stdout).toBe("runner\n");
  const scripts = parse(readFileSync(action, "utf8")).runs.steps.map(
    ({ run = "" }: { readonly run?: string }) => run,
  );
  expect(scripts.join("")).not.toContain("${{");
});

const Component = z.tuple([
  z.strictObject({
    spec: z.strictObject({
      inputs: z.record(
        z.string(),
        z.strictObject({
          description: z.string(),
          default: z.string(),
          regex: z.optional(z.string()),
        }),
      ),
    }),
  }),
  z.strictObject({
    ".tome": z.strictObject({
      image: z.string(),
      variables: z.record(z.string(), z.string()),
      cache: z.strictObject({ key: z.string(), paths: z.array(z.string()) }),
      before_script: z.array(z.string()),
    }),
  }),
]);

slowTest("a job that extends the GitLab component has tome, and no input is a token", () => {
  const at = runner();
  const texts = readFileSync(join(root, "templates", "tome.yml"), "utf8");
  const [{ spec }] = Component.parse(parseAllDocuments(texts).map((one) => one.toJS()));
  // A runner from 18.2 on neither reads nor writes a cache with a / in its key.
  expect(texts).not.toMatch(/key: .*(?:\/|inputs\.package)/);
  const { package: given, ...others } = spec.inputs;
  expect([given?.default, Object.keys(others)]).toEqual(["./tools/tome.tgz", ["image"]]);
  const form = new RegExp(given?.regex ?? "");
  const forms = ["./tools/tome.tgz", "@tome-docs/cli@0.1.0", "tome", "@tome-docs/cli"];
  expect(forms.map((one) => form.test(one))).toEqual([true, true, false, false]);
  const inserted = texts.replace(/\$\[\[ inputs\.(\w+) \]\]/g, (_, name: string) => {
    return spec.inputs[name]?.default ?? `no input ${name}`;
  });
  const [, jobs] = Component.parse(parseAllDocuments(inserted).map((one) => one.toJS()));
  const { variables, before_script, cache } = jobs[".tome"];
  expect(cache.paths).toEqual([".tome-npm"]);
  const env = {
    ...at.env,
    PATH: process.env.PATH,
    CI_PROJECT_DIR: at.workspace,
    npm_config_prefix: at.workspace,
  };
  const expanded = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      value.replace("$CI_PROJECT_DIR", at.workspace),
    ]),
  );
  const script = [...before_script, '"$npm_config_prefix/bin/tome" --version'].join("\n");
  const { status, stdout, stderr } = spawnSync("bash", ["-eo", "pipefail", "-c", script], {
    cwd: at.workspace,
    env: { ...env, ...expanded },
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/\n\d+\.\d+\.\d+\n$/);
});

const Hooks = z.tuple([
  z.looseObject({
    id: z.literal("tome-check"),
    entry: z.string(),
    language: z.literal("system"),
    pass_filenames: z.literal(false),
    // pre-commit passes no deleted files, and a deleted page breaks links.
    always_run: z.literal(true),
  }),
]);

/** The hook's command as a Git hook, and pre-commit itself with a repository. */
const hookings = {
  "the same line": (folder: string) => {
    const [hook] = Hooks.parse(parse(readFileSync(join(root, ".pre-commit-hooks.yaml"), "utf8")));
    const hooks = join(folder, ".git", "hooks");
    mkdirSync(hooks, { recursive: true });
    writeFileSync(join(hooks, "pre-commit"), `#!/bin/sh\nexec ${hook.entry}\n`, { mode: 0o755 });
  },
  "pre-commit": (folder: string, env: NodeJS.ProcessEnv) => {
    const hooks = gitRepository();
    const file = ".pre-commit-hooks.yaml";
    const rev = hooks.commit({ [file]: readFileSync(join(root, file), "utf8") });
    const repos = [{ repo: hooks.path, rev, hooks: [{ id: "tome-check" }] }];
    writeFileSync(join(folder, ".pre-commit-config.yaml"), JSON.stringify({ repos }));
    spawnSync("git", ["add", ".pre-commit-config.yaml"], { cwd: folder });
    const installed = spawnSync("pre-commit", ["install"], { cwd: folder, env, encoding: "utf8" });
    expect(installed.status, installed.stderr).toBe(0);
  },
};
const isPreCommitThere = spawnSync("pre-commit", ["--version"]).error === undefined;

for (const hooking of ["the same line", "pre-commit"] as const) {
  slowTest.skipIf(hooking === "pre-commit" && !isPreCommitThere)(
    `with ${hooking}, a broken link and a missing page block a commit, and valid files pass`,
    () => {
      const repository = gitRepository();
      repository.commit({
        "README.md": "# Start\n",
        "next.md": "# Next\n",
        "SUMMARY.md": "# Contents\n\n* [Start](README.md)\n* [Next](next.md)\n",
      });
      const programs = temporaryFolder();
      const folder = join(programs, "docs");
      spawnSync("git", ["clone", "--quiet", repository.path, folder]);
      writeFileSync(
        join(programs, "tome"),
        `#!/bin/sh\nexec "${process.execPath}" "${launcher}" "$@"\n`,
      );
      chmodSync(join(programs, "tome"), 0o755);
      const env = { ...process.env, HOME: programs, PATH: `${programs}:${process.env.PATH}` };
      hookings[hooking](folder, env);
      const identity = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
      const git = (...words: readonly string[]) =>
        spawnSync("git", [...identity, ...words], { cwd: folder, env, encoding: "utf8" });
      const commit = (text: string) => {
        writeFileSync(join(folder, "README.md"), text);
        return git("commit", "-qam", "Change");
      };
      const stopped = commit("# Start\n\nSee [nothing](nothing.md).\n");
      expect(stopped.status).toBe(1);
      expect(stopped.stdout + stopped.stderr).toContain("nothing.md");
      const done = commit("# Start\n\nSee [this page](README.md).\n");
      expect(done.status, done.stdout + done.stderr).toBe(0);
      git("rm", "--quiet", "next.md");
      const removed = git("commit", "-qm", "Remove a page");
      expect(removed.status, removed.stdout + removed.stderr).toBe(1);
      expect(removed.stdout + removed.stderr).toContain("next.md was not found");
    },
  );
}
