import { describe, expect, test } from "vitest";
import * as collection from "../../../../../src/contract/collection.ts";
import * as integration from "../../../../../src/contract/integration.ts";
import * as installation from "../../../../../src/contract/integration-installation.ts";
import { integrationOperations } from "../../../../../src/contract/integration-operations.ts";
import * as site from "../../../../../src/contract/site.ts";
import * as space from "../../../../../src/contract/space.ts";
import {
  findActingInstallation,
  requireOpen,
  requireReach,
  requireReachOfContent,
} from "../../../../../src/service/areas/integrations/installations/agent-access.ts";
import { findInstallationAgent } from "../../../../../src/service/areas/integrations/installations/agent-token.ts";
import type { Agent } from "../../../../../src/service/core/access/agent.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { openIntegrations } from "../../../../support/organizations/integrations.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";
import { endpoints } from "../../../../support/requests/made.ts";

const name = "link-checker";

/** An installation in one organization, and another one in a second organization. */
async function start(scopes: readonly string[] = ["space:metadata:read"]) {
  const setup = await openIntegrations();
  const { workspace, org, admin, publish } = setup;
  const { db } = workspace;
  await publish({ visibility: "public", target: "all", scopes: scopes as never });
  const other = await workspace.organization("Other");
  await workspace.enroll(other, admin, "admin");
  const install = async (organization: string) =>
    (await workspace.ok(admin, integration.install, { integrationName: name, organization })).id;
  const [own, foreign] = [await install(org), await install(other)];
  const create = async (organizationId: string) => {
    const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
    const { id: collectionId } = await workspace.ok(admin, collection.create, { organizationId });
    const input = { organizationId, title: "Docs", spaces: [spaceId] };
    const { id: siteId } = await workspace.ok(admin, site.create, input);
    return { spaceId, collectionId, siteId };
  };
  const [here, there] = [await create(org), await create(other)];
  await db
    .updateTable("organizations")
    .set({ hostname: "acme-docs" })
    .where("id", "=", org)
    .execute();
  const known = await findInstallationAgent(db, name, own);
  if (!known) throw new Error("The installation has no agent.");
  return { ...setup, db, other, own, foreign, here, there, agent: known.agent };
}

describe("an integration's token acts", () => {
  test("as the installation that a request names, or as the one in its organization", async () => {
    const { db, org, other, own, foreign, here, there, workspace, admin } = await start();
    const asked: string[] = [];
    const findSite = async (url: string) => {
      asked.push(url);
      return url.includes("docs") ? { organization_id: org } : undefined;
    };
    const agent = { kind: "integration", integration: name } as const;
    const find = async (input: object, operation = "getSpaceById") => {
      const acting = await findActingInstallation(
        db,
        agent,
        operation,
        input as never,
        findSite,
      ).catch((error: Error) => error.message);
      if (typeof acting !== "object") return acting;
      return acting.agent.kind === "installation" && acting.agent.installation.id;
    };
    const base = "http://127.0.0.1:4000";
    const missing = `${name} is not installed there, or its installation is paused.`;
    for (const [input, expected] of [
      [{ installationId: own }, own],
      [{ installationId: foreign }, foreign],
      [{ installationId: foreign, organizationId: org }, foreign],
      [{ installationId: "unknown" }, missing],
      [{ organizationId: org }, own],
      [{ organizationId: "acme-docs" }, own],
      [{ organizationId: other }, foreign],
      [{ organizationId: "unknown" }, missing],
      [{ spaceId: here.spaceId }, own],
      [{ spaceId: there.spaceId }, foreign],
      [{ organizationId: other, spaceId: here.spaceId }, foreign],
      [{ url: `${base}/v1/spaces/${there.spaceId}` }, foreign],
      [{ url: `${base}/_app/spaces/${here.spaceId}/page/x` }, own],
      [{ url: `${base}/v1/collections/${there.collectionId}` }, foreign],
      [{ url: `${base}/v1/collections/${here.spaceId}` }, missing],
      [{ url: "https://docs.example.com/" }, own],
      [{ url: "https://www.example.com/" }, missing],
      [{}, missing],
    ] as const) {
      expect([input, await find(input)]).toEqual([input, expected]);
    }
    expect(asked).toEqual(["https://docs.example.com/", "https://www.example.com/"]);
    await db.updateTable("installations").set({ status: "paused" }).where("id", "=", own).execute();
    expect(await find({ organizationId: org })).toBe(missing);
    const all = "listIntegrationInstallations";
    expect(await find({ organizationId: org }, all)).toBeUndefined();
    expect((await workspace.ok(admin, integration.get, { integrationName: name })).name).toBe(name);
  });

  test("as the integration if the operation concerns all of its installations", async () => {
    const { db } = await openWorkspace();
    const agent = { kind: "integration", integration: name } as const;
    const find = (operation: string) =>
      findActingInstallation(db, agent, operation, {}, async () => undefined);
    const operations = await Promise.all(
      integrationOperations.map(async (operation) => {
        const isOfAll = await find(operation).then(
          (acting) => acting === undefined,
          () => false,
        );
        return isOfAll ? [operation] : [];
      }),
    );
    expect(operations.flat()).toEqual([
      // Tokens and events of its installations
      "createIntegrationInstallationToken",
      "getIntegrationByName",
      "getIntegrationEvent",
      "getIntegrationInstallationById",
      // Published content, which needs no installation
      "getPublishedContentByUrl",
      "listIntegrationEvents",
      "listIntegrationInstallations",
      "listIntegrationSiteInstallations",
      "listIntegrationSpaceInstallations",
      "listIntegrations",
      "queueIntegrationTask",
      "resolvePublishedContentByUrl",
    ]);
  });

  slowTest("never as another agent", async () => {
    const { db, agent, org } = await start();
    const acting = await findActingInstallation(
      db,
      agent,
      "getSpaceById",
      { organizationId: org },
      async () => undefined,
    );
    expect(acting).toBeUndefined();
  });
});

describe("an installation reaches", () => {
  slowTest("its own integration, organization, spaces and sites", async () => {
    const { db, agent, org, other, own, foreign, here, there } = await start();
    const reach = async (input: object, operation = "getSpaceById") =>
      requireReach(db, agent, operation, input as never).then(
        () => 200,
        (error) => error.status,
      );
    for (const [input, status] of [
      [{}, 200],
      [{ integrationName: name }, 200],
      [{ integrationName: "other-one" }, 404],
      [{ installationId: own }, 200],
      [{ installationId: foreign }, 404],
      [{ organizationId: org }, 200],
      [{ organizationId: "acme-docs" }, 200],
      [{ organizationId: other }, 404],
      [{ organizationId: "unknown" }, 404],
      [{ spaceId: here.spaceId }, 200],
      [{ spaceId: there.spaceId }, 404],
      [{ spaceId: "unknown" }, 404],
      [{ siteId: here.siteId }, 200],
      [{ siteId: there.siteId }, 404],
      [{ organizationId: org, siteId: there.siteId }, 404],
      [{ space_selection: "all" }, 403],
      [{ site_selection: "all" }, 403],
    ] as const) {
      expect([input, await reach(input)]).toEqual([input, status]);
    }
    const all = { organizationId: org, installationId: own };
    for (const [input, status] of [
      [{ ...all, space: here.spaceId }, 200],
      [{ ...all, space: there.spaceId }, 404],
      [{ ...all, siteId: there.siteId }, 404],
      [{ ...all, siteId: here.siteId }, 200],
      [{ ...all, installationId: foreign, space: here.spaceId }, 404],
    ] as const) {
      expect([input, await reach(input, "installIntegrationOnSpace")]).toEqual([input, status]);
    }
    const whole = { kind: "integration", integration: name } as const;
    await requireReach(db, whole, "getSpaceById", { spaceId: there.spaceId, extended: true });
    await expect(
      requireReach(db, whole, "getSpaceById", { integrationName: "other-one" }),
    ).rejects.toMatchObject({ status: 404, field: "integrationName" });
  });

  slowTest("chosen spaces and sites only, unless it works on all", async () => {
    const { db, admin, workspace, own, here } = await start();
    const ids = { integrationName: name, installationId: own };
    await workspace.ok(admin, installation.update, {
      ...{ ...ids, space_selection: "selected", site_selection: "selected" },
    });
    const reach = async (input: object, operation = "getSpaceById") => {
      const agent = (await findInstallationAgent(db, name, own))?.agent;
      if (!agent) throw new Error("The installation has no agent.");
      return requireReach(db, agent, operation, input as never).then(
        () => 200,
        (error) => [error.status, error.message],
      );
    };
    expect(await reach({ spaceId: here.spaceId })).toEqual([
      404,
      `Space ${here.spaceId} does not exist, or you do not have access to it.`,
    ]);
    expect(await reach({ siteId: here.siteId })).toEqual([
      404,
      `Docs site ${here.siteId} does not exist, or you do not have access to it.`,
    ]);
    await workspace.ok(admin, installation.installOnSpace, { ...ids, space: here.spaceId });
    expect([await reach({ spaceId: here.spaceId }), await reach({ siteId: here.siteId })]).toEqual([
      200,
      [404, expect.anything()],
    ]);
    // It may add what an admin has not chosen yet.
    expect(await reach({ siteId: here.siteId }, "installIntegrationOnSite")).toBe(200);
  });

  test("the whole data of a space or site only with the scope for it", async () => {
    const { db, agent, here } = await start();
    const reach = (operation: string, input: object) =>
      requireReach(db, agent, operation, { ...input, extended: true }).then(
        () => "",
        (error) => error.message,
      );
    expect(await reach("getIntegrationSpaceInstallation", { spaceId: here.spaceId })).toBe("");
    expect(await reach("getIntegrationSiteInstallation", { siteId: here.siteId })).toBe(
      `getIntegrationSiteInstallation requires the scope site:metadata:read; ${name} has space:metadata:read. Publish the integration with this scope.`,
    );
  });

  slowTest("content at a URL in its spaces and its organization", async () => {
    const { db, agent, org, other, here, there } = await start();
    const reach = async (content: object, caller: object = { agent }) =>
      requireReachOfContent({ db, ...caller } as never, content as never).then(
        () => 200,
        (error) => [error.status, error.field],
      );
    expect(await reach({ space: { id: here.spaceId } })).toBe(200);
    expect(await reach({ space: { id: there.spaceId } })).toEqual([404, "spaceId"]);
    expect(await reach({ collection: { id: "C", organization: org } })).toBe(200);
    expect(await reach({ collection: { id: "C", organization: other } })).toEqual([404, "url"]);
    expect(await reach({})).toBe(200);
    expect(await reach({ space: { id: there.spaceId } }, {})).toBe(200);
    const whole = { kind: "integration", integration: name };
    expect(await reach({ collection: { organization: other } }, { agent: whole })).toBe(200);
  });
});

/** The scope that each operation requires of an installation without scopes. */
function listScopes(agent: Agent): readonly string[] {
  return endpoints.flatMap(({ operation }) => {
    try {
      requireOpen(agent, operation);
      return [`${operation}: open`];
    } catch (error) {
      const [, scope] = /requires the scope (\S+);/.exec(String(error)) ?? [];
      return scope === undefined ? [] : [`${operation}: ${scope}`];
    }
  });
}

describe("an operation is open", () => {
  slowTest("to an integration, or to an installation with its scope", async () => {
    const { agent, own, publish, db } = await start([]);
    const whole = { kind: "integration", integration: name } as const;
    expect(() => requireOpen(whole, "createIntegrationInstallationToken")).not.toThrow();
    expect(() => requireOpen(whole, "deleteOrganizationWebhook")).toThrow(
      "deleteOrganizationWebhook is not available with an integration token. Create an installation token.",
    );
    expect(() => requireOpen(agent, "deleteOrganizationWebhook")).toThrow(
      "deleteOrganizationWebhook is not available with any integration scope. Use a user token.",
    );
    expect(listScopes(agent)).toMatchInlineSnapshot(`
      [
        "getOrganizationById: open",
        "listSpacesInOrganizationById: space:metadata:read",
        "getSpaceById: space:metadata:read",
        "getSiteById: site:metadata:read",
        "getSiteAdaptiveSchema: site:adaptive:read",
        "updateSiteAdaptiveSchema: site:adaptive:write",
        "listSiteAdaptiveTemplateConditions: site:adaptive:read",
        "adsListSites: open",
        "adsUpdateSite: open",
        "getCurrentRevision: space:content:read",
        "getRevisionById: space:content:read",
        "getRevisionSemanticChanges: space:content:read",
        "getPageInRevisionById: space:content:read",
        "listSSOProviderLoginsInOrganization: open",
        "resolvePublishedContentByUrl: open",
        "getPublishedContentByUrl: open",
        "getEmbedByUrl: open",
        "getContentByUrl: space:content:read",
        "trackEventsInSiteById: site:script:inject",
        "listSiteVisitorSegments: site:views:read",
        "listIntegrations: open",
        "listOrganizationIntegrations: open",
        "listOrganizationInstallations: open",
        "listSpaceIntegrationsBlocks: space:metadata:read",
        "listOrganizationIntegrationsStatus: open",
        "getIntegrationByName: open",
        "listIntegrationInstallations: open",
        "listIntegrationSpaceInstallations: open",
        "listIntegrationSiteInstallations: open",
        "listIntegrationEvents: open",
        "getIntegrationEvent: open",
        "getIntegrationInstallationById: open",
        "updateIntegrationInstallation: open",
        "listIntegrationInstallationSpaces: open",
        "installIntegrationOnSpace: open",
        "getIntegrationSpaceInstallation: open",
        "updateIntegrationSpaceInstallation: open",
        "uninstallIntegrationFromSpace: open",
        "listIntegrationInstallationSites: open",
        "installIntegrationOnSite: open",
        "getIntegrationSiteInstallation: open",
        "updateIntegrationSiteInstallation: open",
        "uninstallIntegrationFromSite: open",
        "renderIntegrationUIWithPost: open",
        "renderIntegrationUIWithGet: open",
        "importGitRepository: space:git:sync",
        "exportToGitRepository: space:git:sync",
        "listOpenAPISpecs: openapi:read",
        "createOpenAPISpec: openapi:write",
        "getOpenAPISpecBySlug: openapi:read",
        "createOrUpdateOpenAPISpecBySlug: openapi:write",
        "updateOpenAPISpecBySlug: openapi:write",
        "deleteOpenAPISpecBySlug: openapi:write",
        "listOpenAPISpecVersions: openapi:read",
        "getLatestOpenAPISpecVersion: openapi:read",
        "getLatestOpenAPISpecVersionContent: openapi:read",
        "getLatestOpenAPISpecVersionContentRaw: openapi:read",
        "getOpenAPISpecVersionById: openapi:read",
        "getOpenAPISpecVersionContentById: openapi:read",
        "getOpenAPISpecVersionContentRawById: openapi:read",
        "ingestConversation: conversations:ingest",
        "streamAskInOrganization: space:content:read",
      ]
    `);
    expect(() => requireOpen(agent, "getSpaceById")).toThrow(
      `getSpaceById requires the scope space:metadata:read; ${name} has none. Publish the integration with this scope.`,
    );
    // In another organization, an admin must accept a scope of a newer version.
    await db
      .updateTable("installations")
      .set({ accepted: '{"scopes":[],"target":"all"}' })
      .execute();
    await publish({ visibility: "public", target: "all", scopes: ["space:metadata:read"] });
    const foreign = await db
      .selectFrom("installations")
      .select("id")
      .where("id", "<>", own)
      .executeTakeFirstOrThrow();
    const waiting = (await findInstallationAgent(db, name, foreign.id))?.agent;
    expect(() => waiting && requireOpen(waiting, "getSpaceById")).toThrow(
      `getSpaceById requires the scope space:metadata:read; ${name} has none. An admin of the organization must accept its new version.`,
    );
    const accepted = (await findInstallationAgent(db, name, own))?.agent;
    expect(() => accepted && requireOpen(accepted, "getSpaceById")).not.toThrow();
  });
});
