import { expect, test } from "vitest";
import * as integration from "../../../../../src/contract/integration.ts";
import * as space from "../../../../../src/contract/space.ts";
import { embedIn } from "../../../../../src/service/areas/content/links/embed.ts";
import type { SiteVisitor } from "../../../../../src/service/core/access/visitor.ts";
import type { Call } from "../../../../../src/service/core/handlers.ts";
import { createPartial } from "../../../../support/commands/partial.ts";
import { serve } from "../../../../support/network/loopback.ts";
import { openIntegrations } from "../../../../support/organizations/integrations.ts";
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

test("the embed of a URL is the block of an integration on the space, or else the page at the URL", async () => {
  const { workspace, org, admin, publish } = await openIntegrations({ allowPrivate: true });
  const { url } = await serve((_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end("<title>A page</title>");
  });
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId: org });
  await publish({
    integrationName: "video",
    title: "Videos",
    blocks: [{ id: "player", title: "Player", urlUnfurl: [`${url}/videos/**`] }],
  });
  const read = (path: string) => workspace.ok(admin, space.embed, { spaceId, url: url + path });
  expect(await read("/videos/1")).toMatchObject({ type: "link", title: "A page" });
  await workspace.ok(admin, integration.install, { integrationName: "video", organization: org });
  expect(await read("/videos/1")).toMatchObject({
    ...{ type: "integration", title: "Player", site: "Videos", integration: "video" },
    block: { id: "player" },
  });
  expect(await read("/other")).toMatchObject({ type: "link", title: "A page" });
});
