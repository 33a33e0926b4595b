/** Jobs that an earlier version queued, which stored no principal. */
import { expect, onTestFinished, test } from "vitest";
import * as git from "../../../src/contract/git.ts";
import * as member from "../../../src/contract/member.ts";
import * as openapi from "../../../src/contract/openapi.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { gitRepository } from "../../support/git/git.ts";
import { gitSpace, main } from "../../support/git/git-space.ts";

async function start() {
  const repository = gitRepository();
  repository.commit({ "README.md": "# Home\n" });
  const setup = await gitSpace();
  const { workspace, organizationId, spaceId } = setup;
  onTestFinished(() => workspace.service.close());
  const requester = await workspace.member(organizationId, "admin");
  const source = { text: '{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{}}' };
  const key = { organizationId, specSlug: "api" };
  await workspace.ok(requester, openapi.put, { ...key, source });
  const input = { spaceId, url: repository.path, ref: main };
  await workspace.db.updateTable("jobs").set({ run_at: "9999" }).execute();
  await workspace.ok(requester, git.importRepository, input);
  await workspace.db.updateTable("git_operations").set({ principal: null }).execute();
  /** As they are after the upgrade. */
  const upgrade = async () => {
    const columns = { principal: null, organization_id: null, concurrency_key: "platform" };
    await workspace.db
      .updateTable("jobs")
      .set({ ...columns, run_at: workspace.now.toISOString() })
      .execute();
    workspace.service.jobs.reload();
  };
  return { ...setup, requester, key, upgrade };
}

slowTest("an import runs as the user stored with it", async () => {
  const { workspace, admin, info, key, upgrade } = await start();
  await upgrade();
  await workspace.service.jobs.finish();
  expect(await info()).toMatchObject({ state: "success" });
  // No user is stored for a specification.
  expect(await workspace.ok(admin, openapi.get, key)).toMatchObject({
    lastProcessErrorCode: "FETCH_ERROR",
    lastProcessedErrors: [{ message: expect.stringMatching(/earlier version/) }],
  });
});

test("an import is canceled if that user was removed", async () => {
  const { workspace, admin, organizationId, requester, info, upgrade } = await start();
  await workspace.db.updateTable("jobs").set({ run_at: "9999" }).execute();
  workspace.service.jobs.reload();
  await workspace.ok(admin, member.remove, { organizationId, userId: requester });
  await upgrade();
  await workspace.service.jobs.finish();
  expect(await info()).toMatchObject({
    state: "failure",
    error: expect.stringMatching(/^Canceled: .*no longer has the required permission/),
  });
});
