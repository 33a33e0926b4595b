import { expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import * as space from "../../../../src/contract/space.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

test("the style guide of a site is a space of its organization that the caller may see", async () => {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const { id: siteId } = await workspace.ok(admin, site.create, { organizationId, title: "Docs" });
  const { id: own } = await workspace.ok(admin, space.create, { organizationId });
  const { id: deleted } = await workspace.ok(admin, space.create, { organizationId });
  await workspace.ok(admin, space.remove, { spaceId: deleted });
  const elsewhere = await workspace.organization();
  const stranger = await workspace.member(elsewhere, "admin");
  const { id: foreign } = await workspace.ok(stranger, space.create, {
    organizationId: elsewhere,
  });
  // Also in another organization of the caller.
  await workspace.enroll(elsewhere, admin, "admin");
  const { id: other } = await workspace.ok(admin, space.create, { organizationId: elsewhere });
  const update = { organizationId, siteId };
  for (const styleguide of [foreign, other, deleted, "X1000000000000000000"]) {
    expect(await workspace.refused(admin, site.update, { ...update, styleguide })).toMatchObject({
      status: 400,
      message: expect.stringContaining(`styleguide ${styleguide}`),
    });
  }
  await workspace.ok(admin, site.update, { ...update, styleguide: own });
  await workspace.ok(admin, site.update, { ...update, styleguide: null });
});
