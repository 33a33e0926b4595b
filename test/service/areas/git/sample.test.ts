import { expect, test } from "vitest";
import * as git from "../../../../src/contract/git.ts";
import * as space from "../../../../src/contract/space.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

test("the sample has a space with a repository, and one with a legacy connection", async () => {
  const workspace = await openWorkspace();
  const { organization_id: organizationId, user_id: owner } = await workspace.db
    .selectFrom("members")
    .select(["organization_id", "user_id"])
    .executeTakeFirstOrThrow();
  await workspace.service.admin.seed();
  const { items } = await workspace.ok(owner, space.list, { organizationId });
  const getId = (title: string) => items.find((one) => one.title === title)?.id ?? "";
  const [now, old] = [{ spaceId: getId("Command line") }, { spaceId: getId("Release notes") }];
  const updatedAt = new Date(workspace.now.getTime() - 30 * 60 * 60 * 1000).toISOString();
  const error = "https://github.com/acme/cli-docs has no branch refs/heads/main.";
  expect(await workspace.ok(owner, git.info, now)).toEqual({
    ...{ installationId: now.spaceId, installationStatus: "pending", repoName: "acme/cli-docs" },
    installationProvider: "github",
    ...{ url: "https://github.com/acme/cli-docs", ref: "refs/heads/main", updatedAt },
    ...{ state: "failure", error },
    operation: { direction: "import", state: "failure", startedAt: updatedAt, error },
  });
  expect(await workspace.ok(owner, git.info, old)).toEqual({
    ...{ installationId: old.spaceId, installationStatus: "pending" },
    repoName: "acme/release-notes",
    installationProvider: "github-legacy",
    ...{ url: "https://github.com/acme/release-notes", ref: "refs/heads/main" },
    updatedAt: new Date(workspace.now.getTime() - 2000 * 60 * 60 * 1000).toISOString(),
  });
  expect(items.filter(({ gitSync }) => gitSync !== undefined)).toHaveLength(2);
  for (const spaceId of [now.spaceId, old.spaceId]) {
    for (let time = 0; time < 2; time++) {
      const removed = await workspace.ask(owner, git.removeLegacy, { spaceId });
      expect(removed.status).toBe(204);
    }
  }
  expect((await workspace.ask(owner, git.info, now)).status).toBe(200);
  expect((await workspace.ask(owner, git.info, old)).status).toBe(404);
});
