import { expect, test } from "vitest";
import * as space from "../../../../../src/contract/space.ts";
import { embedIn } from "../../../../../src/service/areas/content/links/embed.ts";
import type { SiteVisitor } from "../../../../../src/service/core/access/visitor.ts";
import type { Call } from "../../../../../src/service/core/handlers.ts";
import { createPartial } from "../../../../support/commands/partial.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";

test("a visitor reads the embed of a URL only if a space of the site contains it", async () => {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
  const asked: unknown[] = [];
  const visitor = createPartial<SiteVisitor>({
    ...{ organization: organizationId, site: "site", spaces: new Set([spaceId]), claims: {} },
    isNamed: async (_: unknown, ...about: unknown[]) => {
      asked.push(about);
      return false;
    },
  });
  const { db, now } = workspace;
  const call = createPartial<Call>({ db, now, caller: "", visitor });
  const url = "https://a.example/video";
  await expect(embedIn(call, spaceId, url)).rejects.toMatchObject({
    ...{ status: 404, message: `The space does not contain the URL ${url}.` },
  });
  expect(asked).toEqual([[spaceId, url]]);
  await expect(embedIn(call, "other", url)).rejects.toMatchObject({ status: 404 });
  expect(asked).toHaveLength(1);
});
