import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openTome, type Ran } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { gitRepository } from "../../support/git/git.ts";
import { gitServer } from "../../support/git/git-http.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

/** A tome with the local platform and a history. */
function openConnecting() {
  const env = { TOME_PROFILE: "local", TOME_HISTORY: "on", XDG_STATE_HOME: temporaryFolder() };
  return { tome: openTome(), env };
}

/** A checkout with a folder of documentation. */
function createCheckout(): {
  readonly folder: string;
  readonly git: (...args: string[]) => string;
} {
  const folder = temporaryFolder();
  const git = (...args: string[]) =>
    execFileSync("git", args, {
      cwd: folder,
      encoding: "utf8",
      env: {
        ...process.env,
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_AUTHOR_NAME: "Ada",
        GIT_AUTHOR_EMAIL: "ada@example.com",
        GIT_COMMITTER_NAME: "Ada",
        GIT_COMMITTER_EMAIL: "ada@example.com",
      },
    });
  git("init", "-q", "-b", "trunk");
  mkdirSync(join(folder, "docs"));
  writeFileSync(join(folder, "docs", "README.md"), "# Home\n");
  writeFileSync(join(folder, "docs", "guide.md"), "# Guide\n\nText.\n");
  git("add", ".");
  git("commit", "-q", "-m", "First");
  return { folder, git };
}

describe("connecting a local folder", () => {
  slowTest("needs no URL and no setting, and later commands need no repository", async () => {
    const { tome, env } = openConnecting();
    const { folder, git } = createCheckout();
    await tome("space create --title Handbook", { env });
    const done = await tome("git connect Handbook --repo docs", { env, cwd: folder });
    expect([done.code, done.stderr]).toEqual([
      0,
      expect.stringMatching(/Connected "Handbook" to .*, branch trunk, folder docs\./),
    ]);
    expect(done.stderr).toContain("2 pages added");

    const status = await tome(
      "git status Handbook --json repository,branch,folder,connection,state,lastImport.commit",
      { env },
    );
    expect(JSON.parse(status.stdout)).toMatchObject({
      branch: "trunk",
      folder: "docs",
      connection: "active",
      state: "success",
      lastImport: { commit: git("rev-parse", "HEAD").trim() },
    });

    writeFileSync(join(folder, "docs", "new.md"), "# New\n");
    git("add", ".");
    git("commit", "-q", "-m", "Second");
    const plan = await tome("git plan --space Handbook", { env });
    expect([plan.code, plan.stdout]).toEqual([0, expect.stringContaining("New")]);
    const imported = await tome("git import --space Handbook --wait", { env });
    expect([imported.code, imported.stderr]).toEqual([0, expect.stringContaining("1 page added")]);
  });

  slowTest(
    "exports to a branch that is not checked out, and names the fix for one that is",
    async () => {
      const { tome, env } = openConnecting();
      const { folder, git } = createCheckout();
      await tome("space create --title Handbook", { env });
      await tome("git connect Handbook --repo docs", { env, cwd: folder });
      await tome("cr create --space Handbook --subject Fix", { env });
      const text = join(folder, "text.md");
      writeFileSync(text, "Other text.\n");
      await tome(["cr", "edit", "1", "--space", "Handbook", "--page", "Guide", "--file", text], {
        env,
      });
      await tome("cr merge 1 --space Handbook", { env });
      const pending = await tome("git status Handbook --json pending", { env });
      expect(JSON.parse(pending.stdout)).toEqual({ pending: "export" });

      const refused = await tome("git sync Handbook", { env });
      expect([refused.code, refused.stderr]).toEqual([
        1,
        expect.stringContaining("is checked out there"),
      ]);
      expect(refused.stderr).toContain("Check out another branch in the folder");
      git("checkout", "-q", "--detach");
      const done = await tome("git sync Handbook", { env });
      expect([done.code, done.stderr]).toEqual([
        0,
        expect.stringContaining("Completed the export"),
      ]);
      expect(git("show", "trunk:docs/guide.md")).toBe("# Guide\n\nOther text.\n");
      expect(git("log", "-1", "--format=%s", "trunk").trim()).toBe("Merge change request #1: Fix");
    },
  );

  test("is refused on a server, for remote callers", async () => {
    const { tome, env } = openConnecting();
    const { folder } = createCheckout();
    await tome("space create --title Handbook", { env });
    let refused: Ran | undefined;
    let end = () => {};
    await tome("serve --port 0", {
      env,
      interrupted: () =>
        new Promise<void>((resolve) => {
          end = resolve;
        }),
      heard: () =>
        void tome("git connect Handbook --repo docs", { env, cwd: folder }).then((ran) => {
          refused = ran;
          end();
        }),
    });
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Repositories on this machine are not allowed"),
    });
    expect((await tome("git status Handbook", { env })).code).toBe(5);
  });
});

describe("git connect and disconnect", () => {
  slowTest("undo each other", async () => {
    const { tome, env } = openConnecting();
    const { folder } = createCheckout();
    await tome("space create --title Handbook", { env });
    await tome("git connect Handbook --repo docs", { env, cwd: folder });
    const first = await tome("undo --yes", { env });
    expect([first.code, first.stderr]).toEqual([0, expect.any(String)]);
    expect((await tome("git status Handbook", { env })).code).toBe(5);

    await tome("git connect Handbook --repo docs --yes", { env, cwd: folder });
    const done = await tome("git disconnect Handbook --yes", { env });
    expect(done.stderr).toMatch(/Disconnected "Handbook" from .*, branch trunk, folder docs\./);
    expect((await tome("git status Handbook", { env })).code).toBe(5);
    expect((await tome("undo --yes", { env })).code).toBe(0);
    const status = await tome("git status Handbook --json connection,branch", { env });
    expect(JSON.parse(status.stdout)).toEqual({ connection: "active", branch: "trunk" });
  });

  slowTest("ask for confirmation, and describe their requests in a dry run", async () => {
    const { tome, env } = openConnecting();
    const { folder } = createCheckout();
    await tome("space create --title Handbook", { env });
    const dry = await tome("git connect Handbook --repo docs --dry-run", { env, cwd: folder });
    expect(dry.code).toBe(0);
    expect(dry.stdout).toContain("/git/installations");
    expect(dry.stdout).toContain("refs/heads/trunk");
    expect((await tome("git status Handbook", { env })).code).toBe(5);
    await tome("git connect Handbook --repo docs", { env, cwd: folder });
    const asked = await tome("git disconnect Handbook", { env });
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining("--yes")]);
    const again = await tome("git connect Handbook --repo docs", { env, cwd: folder });
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("--yes")]);
  });

  slowTest("keep a token out of all output and of the history", async () => {
    const { tome, env } = openConnecting();
    const repository = gitRepository();
    repository.commit({ "README.md": "# Home\n" });
    const server = await gitServer({ path: repository.path, access: "git:canary-token" });
    const allowed = { ...env, TOME_ALLOW_PRIVATE: "true" };
    await tome("space create --title Handbook", { env: allowed });
    const line = ["git", "connect", "Handbook", "--repo", server.address(), "--token-file", "-"];
    const dry = await tome([...line, "--dry-run"], { env: allowed, stdin: "canary-token\n" });
    const done = await tome(line, { env: allowed, stdin: "canary-token\n" });
    expect([done.code, done.stderr]).toEqual([0, expect.stringContaining("Completed the import")]);
    const history = await tome("history list --json", { env: allowed });
    for (const { stdout, stderr } of [dry, done, history]) {
      expect(stdout + stderr).not.toContain("canary-token");
    }
  });
});
