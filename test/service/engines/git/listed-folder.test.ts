import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { RepositoryAddress } from "../../../../src/service/engines/git/address.ts";
import {
  createListedRepository,
  openListed,
} from "../../../../src/service/engines/git/listed-folder.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";

function start() {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a.md"), "one");
  const files = [
    { path: "a.md", oid: "1", size: 3 },
    { path: "gone.md", oid: "2", size: 5 },
  ];
  return { url: "file:///docs", folder, commit: "c1", files };
}

it("a listed folder has one commit, and cannot be written", async () => {
  const listed = start();
  const address: RepositoryAddress = {
    scheme: "file",
    url: listed.url,
    hostname: "",
    name: "docs",
  };
  const repository = createListedRepository(address, listed);
  expect([repository.address, repository.folder, repository.listed]).toEqual([
    ...[address, listed.folder, listed],
  ]);
  expect(await repository.fetch("refs/heads/main")).toBe("c1");
  await repository.fetchObjects(["1"]);
  expect(await repository.listBranches()).toEqual(new Map());
  expect(await repository.findDefaultBranch()).toBe(undefined);
  expect(await repository.isRewritten("c1", "c0")).toBe(false);
  expect(await repository.fetchCommit("c0")).toBe(false);
  await expect(repository.push("c2", "refs/heads/main", "c1")).rejects.toMatchObject({
    reason: "refused",
    message: "file:///docs is read-only.",
  });
});

it("its files are read by their ids, and a deleted one is a failure", async () => {
  const listed = start();
  const clone = openListed(listed);
  expect(await clone.entries("c1")).toEqual(listed.files);
  expect(await clone.sizes(["2", "1", "3"])).toEqual(
    new Map([
      ["2", 5],
      ["1", 3],
    ]),
  );
  const contents = await clone.read(["1", "3"]);
  expect([...contents].map(([oid, bytes]) => [oid, Buffer.from(bytes).toString()])).toEqual([
    ["1", "one"],
  ]);
  await expect(clone.read(["2"])).rejects.toMatchObject({
    reason: "failed",
    message: expect.stringMatching(/^Cannot read gone\.md: /),
  });
  expect([await clone.message("c1"), await clone.renames("c0", "c1", "")]).toEqual([
    "Preview",
    new Map(),
  ]);
  await clone.close();
});
