import { expect, test } from "vitest";
import * as contract from "../../../../src/contract/site-ads.ts";
import { openSitesFixture } from "./fixture.ts";

test("a site with a topic is submitted for ads and withdrawn by its admins", async () => {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const siteId = await fixture.site("Guide");
  const of = fixture.of(siteId);
  const ads = async () => (await fixture.get(siteId)).ads;
  await workspace.ok(admin, contract.update, of);
  expect(await ads()).toBeUndefined();
  const early = await workspace.refused(admin, contract.update, { ...of, status: "in-review" });
  expect(early.status).toBe(400);
  await workspace.ok(admin, contract.update, { ...of, topic: "webdev" });
  expect(await ads()).toEqual({ status: "pending", submittable: true });
  await workspace.ok(admin, contract.update, { ...of, status: "in-review" });
  expect(await ads()).toEqual({ status: "in-review", topic: "webdev" });
  const editor = await workspace.member(fixture.org, "edit");
  const refused = await workspace.refused(editor, contract.update, { ...of, status: "disabled" });
  expect(refused.status).toBe(403);
  await workspace.ok(admin, contract.update, { ...of, status: "disabled" });
  expect(await ads()).toEqual({ status: "pending", submittable: true });
});
