import { expect, it } from "vitest";
import { parseRepositoryUrl } from "../../../../src/service/engines/git/address.ts";
import { computeSum, getOid, openClone } from "../../../../src/service/engines/git/clone.ts";
import { type Repository, withRepository } from "../../../../src/service/engines/git.ts";
import { openOutside } from "../../../../src/service/engines/network/egress.ts";
import { gitRepository } from "../../../support/git/git.ts";

const outside = openOutside(true);
const signal = new AbortController().signal;

/** A remote repository, and work with a temporary clone of it. */
function start() {
  const remote = gitRepository();
  const address = parseRepositoryUrl(`file://${remote.path}`, true);
  const settings = { address, credentials: undefined, outside, signal };
  const use = <Result>(work: (repository: Repository) => Promise<Result>) =>
    withRepository(settings, work);
  return { remote, use, url: address.url };
}

const author = { name: "Ada <\n>", email: "", at: new Date("2026-03-02T08:00:00.900Z") };

it("an import reads the files, sizes, contents, message and renames of commits", async () => {
  const { remote, use, url } = start();
  const first = remote.commit(
    { "a.md": "one\n", "docs/b c.md": "two\n".repeat(20), "docs/d/e.md": "" },
    "First\n\nBody",
  );
  const second = remote.commit({
    "docs/b c.md": null,
    "moved/b.md": "two\n".repeat(20),
    "a.md": "changed",
  });
  await use(async (repository) => {
    await repository.fetch("refs/heads/main");
    expect(await repository.fetchCommit(first)).toBe(true);
    const fetched: (readonly string[])[] = [];
    const clone = openClone(
      { address: repository.address, folder: repository.folder },
      async (oids) => {
        fetched.push(oids);
        await repository.fetchObjects(oids);
      },
    );
    try {
      const entries = await clone.entries(first);
      expect(entries).toEqual([
        { path: "a.md", oid: getOid(Buffer.from("one\n")) },
        { path: "docs/b c.md", oid: getOid(Buffer.from("two\n".repeat(20))) },
        { path: "docs/d/e.md", oid: getOid(Buffer.from("")) },
      ]);
      const oids = entries.map(({ oid }) => oid);
      expect([...(await clone.sizes([...oids, ...oids])).values()]).toEqual([4, 80, 0]);
      expect(fetched).toEqual([oids]);
      const contents = await clone.read(oids.slice(0, 1));
      expect([...contents].map(([oid, bytes]) => [oid, Buffer.from(bytes).toString()])).toEqual([
        [oids[0], "one\n"],
      ]);
      expect(await clone.read([])).toEqual(new Map());
      expect(fetched).toHaveLength(1);
      expect(await clone.message(first)).toBe("First\n\nBody");
      expect(await clone.renames(first, second, "")).toEqual(
        new Map([["docs/b c.md", "moved/b.md"]]),
      );
      expect(await clone.renames(first, second, "moved")).toEqual(new Map());
      const missing = "1".repeat(40);
      await expect(clone.sizes([missing])).rejects.toThrow();
      await expect(clone.entries(missing)).rejects.toThrow(
        `${url} did not send the commit ${missing}.`,
      );
    } finally {
      await clone.close();
    }
  });
});

it("an export commits changes and pushes them only onto the expected commit", async () => {
  const { remote, use, url } = start();
  const first = remote.commit({ "a.md": "one", "b.md": "two" });
  await use(async (repository) => {
    expect(await repository.fetch("refs/heads/main")).toBe(first);
    expect([await repository.listBranches(), await repository.findDefaultBranch()]).toEqual([
      new Map([["refs/heads/main", first]]),
      "refs/heads/main",
    ]);
    const clone = openClone(
      { address: repository.address, folder: repository.folder },
      repository.fetchObjects,
    );
    const changes = new Map<string, Uint8Array | null>([
      ["b.md", null],
      ['c "d"\\e.md', Buffer.from("three")],
    ]);
    const commit = await clone.commit({ parent: first, message: "Edit\n", author, changes });
    const same = new Map([["a.md", Buffer.from("one")]]);
    expect(await clone.commit({ parent: first, message: "Edit", author, changes: same })).toBe(
      first,
    );
    await repository.push(commit, "refs/heads/main", first);
    expect(remote.files()).toEqual({ "a.md": "one", 'c "d"\\e.md': "three" });
    expect(remote.git("log", "-1", "--format=%an|%ae|%at|%s|%P", "main").trim()).toBe(
      `Ada|unknown|1772438400|Edit|${first}`,
    );
    await expect(repository.push(first, "refs/heads/main", first)).rejects.toMatchObject({
      reason: "rejected",
    });
    await repository.push(commit, "refs/heads/new", undefined);
    await expect(repository.push(first, "refs/heads/new", undefined)).rejects.toMatchObject({
      reason: "rejected",
    });
    const root = await clone.commit({ parent: undefined, message: "Root", author, changes: same });
    await clone.close();
    await repository.push(root, "refs/heads/root", undefined);
    expect(remote.git("rev-list", "root").trim()).toBe(root);
    expect(await repository.fetchCommit("2".repeat(40))).toBe(false);
    expect(await repository.isRewritten(commit, first)).toBe(false);
    expect(await repository.isRewritten(root, first)).toBe(true);
    expect(await repository.isRewritten(first, "2".repeat(40))).toBe(true);
  });
  await use(async (repository) => {
    const missing = repository.fetch("refs/heads/nosuch");
    await expect(missing).rejects.toMatchObject({
      reason: "no-branch",
      message: `${url} has no branch refs/heads/nosuch.`,
    });
  });
});

it("an empty repository has no branch", async () => {
  const { use, url } = start();
  await use(async (repository) => {
    await expect(repository.fetch("refs/heads/main")).rejects.toMatchObject({
      reason: "empty",
      message: `${url} is empty: no branch has a commit.`,
    });
    expect(await repository.listBranches()).toEqual(new Map());
    expect(await repository.findDefaultBranch()).toBe(undefined);
  });
});

it("the sizes of files are added, and an id is that of Git", () => {
  expect(
    computeSum(
      new Map([
        ["a", 1],
        ["b", 2],
      ]),
    ),
  ).toBe(3);
  expect(getOid(Buffer.from(""))).toBe("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
});
