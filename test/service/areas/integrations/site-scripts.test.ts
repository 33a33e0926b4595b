import { expect, test } from "vitest";
import * as integration from "../../../../src/contract/integration.ts";
import * as installation from "../../../../src/contract/integration-installation.ts";
import * as site from "../../../../src/contract/site.ts";
import { addsScript } from "../../../../src/service/areas/integrations/site-scripts.ts";
import { openIntegrations } from "../../../support/organizations/integrations.ts";

test("the scripts of a site are those of active installations with the scope, by name", async () => {
  const { workspace, org, admin, publish } = await openIntegrations();
  const { id: siteId } = await workspace.ok(admin, site.create, {
    ...{ organizationId: org, title: "Docs" },
  });
  const other = await workspace.organization();
  await workspace.enroll(other, admin, "admin");
  const { id: foreign } = await workspace.ok(admin, site.create, {
    ...{ organizationId: other, title: "Docs" },
  });
  const manifests = {
    tracker: {
      scopes: ["site:script:inject", "site:script:cookies"],
      contentSecurityPolicy: { "script-src": "'self'" },
    },
    chat: { scopes: ["site:script:inject"] },
    paused: {
      scopes: ["site:script:inject"],
      configurations: { account: { properties: { key: { type: "string" } }, required: ["key"] } },
    },
    reader: { scopes: ["site:metadata:read"] },
    writer: { scopes: ["site:script:inject"], target: "space" },
  } as const;
  const ids: Record<string, string> = {};
  for (const [integrationName, fields] of Object.entries(manifests)) {
    await publish({ integrationName, ...fields } as never);
    const installed = { integrationName, organization: org };
    ids[integrationName] = (await workspace.ok(admin, integration.install, installed)).id;
  }
  const list = () => workspace.ok(admin, integration.listScripts, { organizationId: org, siteId });
  const url = (name: string) =>
    `http://127.0.0.1:4000/_integrations/${name}/installations/${ids[name]}/sites/${siteId}/script.js`;
  const chat = { script: url("chat"), cookies: false };
  const tracker = {
    ...{ script: url("tracker"), cookies: true, contentSecurityPolicy: "script-src 'self'" },
  };
  expect(await list()).toEqual([chat, tracker]);
  const adds = (of: { readonly id: string; readonly organization_id: string }) =>
    Promise.all(Object.values(ids).map((id) => addsScript(workspace.db, id, of)));
  const own = { id: siteId, organization_id: org };
  expect(await adds(own)).toEqual([true, true, false, false, false]);
  expect(await adds({ id: foreign, organization_id: other })).toEqual([
    ...[false, false, false, false, false],
  ]);
  await workspace.ok(admin, installation.update, {
    ...{ integrationName: "chat", installationId: ids.chat ?? "" },
    site_selection: "selected",
  });
  expect(await list()).toEqual([tracker]);
  const guest = await workspace.member(org, null);
  const refused = { organizationId: org, siteId };
  expect((await workspace.refused(guest, integration.listScripts, refused)).status).toBe(404);
});
