import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { gitRepository } from "../../support/git/git.ts";
import { gitServer } from "../../support/git/git-http.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

/** A connected space, and commands with the local platform. */
async function openConnected() {
  const run = openTome();
  const env = { TOME_PROFILE: "local", TOME_ALLOW_PRIVATE: "true" };
  const tome = (line: string) => run(line, { env });
  const ok = async (line: string) => {
    const done = await tome(line);
    expect(done.code, `${line}: ${done.stderr}`).toBe(0);
    return done;
  };
  const repository = gitRepository(undefined, "trunk");
  repository.commit({ "README.md": "# Home\n", "guide.md": "# Guide\n" });
  await ok("space create --title Handbook");
  await ok(`git connect Handbook --repo file://${repository.path}`);
  return { tome, ok, repository };
}

describe("a connected space", () => {
  test("has a duplicate without the connection", async () => {
    const { tome, ok, repository } = await openConnected();
    await ok("space duplicate Handbook");
    const spaces = await ok("space list --json id,title,gitSync");
    const items: { id: string; gitSync: object | null }[] = JSON.parse(spaces.stdout);
    const [copy, ...others] = items.filter(({ gitSync }) => gitSync === null);
    expect([items.length, others.length]).toEqual([2, 0]);
    expect((await tome(`git status ${copy?.id}`)).code).toBe(5);
    const head = repository.head();
    await ok(`page list --space ${copy?.id}`);
    expect(repository.head()).toBe(head);
  });

  slowTest("is in a backup without the connection, which names it", async () => {
    const { ok } = await openConnected();
    const folder = join(temporaryFolder(), "backup");
    await ok(`backup create ${folder}`);
    const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
    expect(manifest.cannotBeRestored).toContainEqual({
      what: expect.stringMatching(/^the Git connection of "Handbook" to .*docs$/),
      why: "connect the restored space with tome git connect",
      space: "handbook",
    });
    await ok(`backup restore ${folder} --space handbook --yes`);
    const status = await ok("git status Handbook --json connection,branch");
    expect(JSON.parse(status.stdout)).toEqual({ connection: "active", branch: "trunk" });
  });

  slowTest("without access to its repository is found by check and status", async () => {
    const { tome, ok, repository } = await openConnected();
    const closed = await gitServer({ path: repository.path, access: "git:other" });
    await ok("space create --title Closed");
    const failed = await tome(`git connect Closed --repo ${closed.address()}`);
    expect([failed.code, failed.stderr]).toEqual([
      1,
      expect.stringContaining("requires a valid user name and password"),
    ]);
    expect(failed.stderr).toContain("--token-file <file>");
    // A space with an earlier connection does not report its result.
    await ok("git disconnect Handbook --yes");
    const again = await tome(`git connect Handbook --repo ${closed.address()} --yes`);
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringContaining("requires a valid user name and password"),
    ]);
    await ok("git disconnect Handbook --yes");
    const check = await tome("check git-sync-failed --json");
    expect([check.code, check.stdout]).toEqual([10, expect.stringContaining('"Closed"')]);
    const status = await ok("status --json");
    expect(status.stdout).toContain("requires a valid user name and password");
    const shown = await ok("git status Closed --json");
    expect(JSON.parse(shown.stdout)).toMatchObject({
      connection: "unauthenticated",
      problem: { reason: "credentials", attempts: 1 },
    });
  });
});
