import { describe, expect, test } from "vitest";
import * as space from "../../../../src/contract/space.ts";
import {
  commitUrl,
  inRepository,
  loadLiveSpace,
  readRemoteKey,
  toCredentialsPurpose,
  toRemoteKey,
} from "../../../../src/service/areas/git/operation.ts";
import { openOutside } from "../../../../src/service/engines/network/egress.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { gitRepository } from "../../../support/git/git.ts";
import { gitServer } from "../../../support/git/git-http.ts";
import { createGitRows, openGitPlatform } from "../../../support/git/git-rows.ts";
import { main } from "../../../support/git/git-space.ts";

test("the key of a remote has its URL, its branch and its folder", () => {
  const remote = { url: "https://x.test/a.git", ref: main, directory: "docs" };
  const whole = { ...remote, force: true, standalone: true };
  const key = toRemoteKey(whole);
  const { directory: repoProjectDirectory, ...rest } = remote;
  expect(readRemoteKey(key)).toEqual({ ...rest, repoProjectDirectory });
  for (const change of [{ url: "https://y.test" }, { ref: "refs/heads/b" }, { directory: "" }]) {
    expect(toRemoteKey({ ...whole, ...change })).not.toBe(key);
  }
  expect(toRemoteKey({ ...whole, force: false, standalone: false })).toBe(key);
});

test.each(["https://x.test/commit", "https://x.test/commit/", "https://x.test/commit//"])(
  "the URL of a commit begins with %s",
  (beginning) => {
    expect(commitUrl(beginning, "c1")).toBe("https://x.test/commit/c1");
  },
);

describe("the repository of an operation", () => {
  async function open(credentials: object | null) {
    const repository = gitRepository();
    const head = repository.commit({ "README.md": "# Home\n" });
    const server = await gitServer({ path: repository.path, access: "ada:secret" });
    const rows = await createGitRows(await openGitPlatform());
    const row = await rows.insertOperation();
    const { secretBox } = rows.call;
    const encrypted =
      credentials &&
      (await secretBox.seal(JSON.stringify(credentials), toCredentialsPurpose(row.id)));
    const request = { ...rows.request, url: server.address() };
    const operation = { row: { ...row, credentials: encrypted }, request, sync: undefined };
    const fetch = () => inRepository(operation, rows.call, ({ fetch }) => fetch(main));
    return { rows, head, fetch, operation };
  }

  slowTest("is read with its user name and password", async () => {
    const { fetch, head } = await open({ username: "ada", password: "secret" });
    expect(await fetch()).toBe(head);
    const { fetch: fetchWithout } = await open(null);
    await expect(fetchWithout()).rejects.toMatchObject({ reason: "credentials" });
  });

  test("is a folder if the platform lists its files", async () => {
    const { operation, rows } = await open(null);
    const { url } = operation.request;
    const listed = { url, folder: "/srv/docs", commit: "c1", files: [] };
    const outside = openOutside(true, {
      listedFolder: (asked: string) => (asked === url ? listed : undefined),
    });
    const call = { ...rows.call, outside };
    const read = inRepository(operation, call, async (repository) => [
      ...[await repository.fetch(main), repository.folder, repository.listed],
    ]);
    expect(await read).toEqual(["c1", "/srv/docs", listed]);
  });
});

test("a space is loaded until it is deleted", async () => {
  const rows = await createGitRows(await openGitPlatform());
  const { db, spaceId, workspace, admin } = rows;
  expect(await loadLiveSpace(db, spaceId)).toEqual({ revision_id: await rows.getRevision() });
  await workspace.ok(admin, space.remove, { spaceId });
  const failure = { reason: "failed", message: "The space was deleted." };
  await expect(loadLiveSpace(db, spaceId)).rejects.toMatchObject(failure);
  await expect(loadLiveSpace(db, "gone")).rejects.toMatchObject(failure);
});
