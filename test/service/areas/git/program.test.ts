import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseRepositoryUrl } from "../../../../src/service/engines/git/address.ts";
import { type NewCommit, openClone } from "../../../../src/service/engines/git/clone.ts";
import { openProgram } from "../../../../src/service/engines/git/program.ts";
import { type Repository, withRepository } from "../../../../src/service/engines/git.ts";
import { openOutside } from "../../../../src/service/engines/network/egress.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { gitRepository } from "../../../support/git/git.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";

const settings = (given: string) => ({
  address: parseRepositoryUrl(given, true),
  credentials: undefined,
  outside: openOutside(true),
  signal: new AbortController().signal,
});

async function committed(own: Repository, next: NewCommit): Promise<string> {
  const clone = openClone(own, own.fetchObjects);
  try {
    return await clone.commit(next);
  } finally {
    await clone.close();
  }
}

test("Git uses only the protocol of the URL", async () => {
  const { path, commit } = gitRepository();
  commit({ "README.md": "# Home\n" });
  const folder = temporaryFolder();
  const others = [path, `file://${path}`, "ext::sh -c true", "git://127.0.0.1:9/x.git"];
  const web = await openProgram({ ...settings("http://127.0.0.1:9/docs.git"), folder });
  for (const other of others) {
    await expect(web.run(["ls-remote", "--", other]), other).rejects.toThrow(/not allowed/);
  }
  await web.close();
  const files = await openProgram({ ...settings(path), folder });
  expect((await files.run(["ls-remote", "--", path])).toString()).toContain("refs/heads/main");
  for (const other of ["ext::sh -c true", "http://127.0.0.1:9/docs.git"]) {
    await expect(files.run(["ls-remote", "--", other]), other).rejects.toThrow(/not allowed/);
  }
  await files.close();
});

slowTest(
  "a commit is pushed to a branch only if the branch is at the expected commit",
  async () => {
    const repository = gitRepository();
    const first = repository.commit({ "README.md": "# Home\n" });
    const author = { name: "Ada", email: "ada@example.com", at: new Date(0) };
    const made = (message: string) => ({ parent: first, message, author, changes: new Map() });
    const change = new Map([["mine.md", Buffer.from("# Mine\n")]]);
    await withRepository(settings(join(repository.path)), async (own) => {
      await own.fetch("refs/heads/main");
      const mine = await committed(own, {
        ...made("Mine"),
        changes: change,
      });
      const theirs = repository.commit({ "theirs.md": "# Theirs\n" });
      const pushing = (expected: string | undefined) => own.push(mine, "refs/heads/main", expected);
      await expect(pushing(first)).rejects.toMatchObject({ reason: "rejected" });
      await expect(pushing(undefined)).rejects.toMatchObject({ reason: "rejected" });
      expect(repository.head()).toBe(theirs);
    });
  },
);

const hooks = ["pre-receive", "update", "post-receive", "post-update", "reference-transaction"];

test.each(["its own folder", "a folder that its configuration names"])(
  "a local repository executes no command: hooks in %s, other settings",
  async (where) => {
    const repository = gitRepository();
    const first = repository.commit({ "README.md": "# Home\n" });
    const canary = join(temporaryFolder(), "canary");
    const command = (name: string) => `echo ${name} >> '${canary}'`;
    const isNamed = where !== "its own folder";
    const folder = isNamed ? temporaryFolder() : join(repository.path, "hooks");
    mkdirSync(folder, { recursive: true });
    for (const name of hooks) {
      writeFileSync(join(folder, name), `#!/bin/sh\n${command(name)}\n`, { mode: 0o755 });
    }
    if (isNamed) repository.git("config", "core.hooksPath", folder);
    const other = gitRepository();
    other.commit({ "other.md": "# Other\n" });
    writeFileSync(
      join(repository.path, "objects/info/alternates"),
      `${join(other.path, "objects")}\n`,
    );
    repository.git("config", "core.alternateRefsCommand", `${command("alternates")};:`);
    for (const url of [repository.path, `file://${repository.path}`]) {
      const expected = repository.head();
      await withRepository(settings(url), async (own) => {
        await own.fetch("refs/heads/main");
        const made = await committed(own, {
          parent: expected,
          message: "Mine",
          author: { name: "Ada", email: "ada@example.com", at: new Date(0) },
          changes: new Map([[`${url.length}.md`, Buffer.from("# Mine\n")]]),
        });
        await own.push(made, "refs/heads/main", expected);
        expect(repository.head()).toBe(made);
      });
    }
    expect(repository.head()).not.toBe(first);
    expect(existsSync(canary)).toBe(false);
  },
);

slowTest(
  "the checkout of a local repository is not updated, because its filters are commands",
  async () => {
    const repository = gitRepository();
    const first = repository.commit({ "README.md": "# Home\n", ".gitattributes": "* filter=x\n" });
    const checkout = join(repository.path, "../work");
    const canary = join(temporaryFolder(), "canary");
    const git = (...args: string[]) => repository.git("-C", checkout, ...args);
    repository.git("clone", "-q", repository.path, checkout);
    git("config", "receive.denyCurrentBranch", "updateInstead");
    git("config", "filter.x.smudge", `tee '${canary}'`);
    await withRepository(settings(checkout), async (own) => {
      await own.fetch("refs/heads/main");
      const made = await committed(own, {
        parent: first,
        message: "Mine",
        author: { name: "Ada", email: "ada@example.com", at: new Date(0) },
        changes: new Map([["mine.md", Buffer.from("# Mine\n")]]),
      });
      await expect(own.push(made, "refs/heads/main", first)).rejects.toThrow();
    });
    expect(existsSync(canary)).toBe(false);
  },
);
