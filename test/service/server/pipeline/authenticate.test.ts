import { describe, expect, test } from "vitest";
import * as integration from "../../../../src/contract/integration.ts";
import { findInstallationAgent } from "../../../../src/service/areas/integrations/installations/agent-token.ts";
import {
  actAs,
  authenticate,
  authenticateAgain,
} from "../../../../src/service/server/pipeline/authenticate.ts";
import type {
  PipelineExchange,
  RequestContext,
} from "../../../../src/service/server/pipeline/request-context.ts";
import { issueToken } from "../../../../src/service/server/tokens.ts";
import { openIntegrations } from "../../../support/organizations/integrations.ts";

const integrationName = "link-checker";

/** An integration of one admin, which another admin installed. */
async function start() {
  const { workspace, org, admin, publish } = await openIntegrations();
  await publish({ scopes: ["space:metadata:read"], target: "all" });
  const installer = await workspace.member(org, "admin");
  const target = { integrationName, organization: org };
  const { id } = await workspace.ok(installer, integration.install, target);
  const { db } = workspace;
  const begin = async (token: string) => {
    const context: RequestContext = { id: "r1", method: "GET", parts: [] };
    const parts: Partial<PipelineExchange["parts"]> = { db, now: () => workspace.now };
    const request: Partial<PipelineExchange["request"]> = {
      method: "GET",
      headers: { authorization: `Bearer ${token}` },
      from: "",
    };
    const exchange: Partial<PipelineExchange> = {
      context,
      parts: parts as PipelineExchange["parts"],
      request: request as PipelineExchange["request"],
    };
    const whole = exchange as PipelineExchange;
    expect(await authenticate(whole)).toBeUndefined();
    return { context, again: () => authenticateAgain(whole, db) };
  };
  const toToken = (user: string) => issueToken(db, { user, label: "test", now: workspace.now });
  return { workspace, db, admin, installer, installationId: id, begin, toToken };
}

const expired = "The token was revoked or expired while the request was waiting.";

describe("a request that is authenticated again", () => {
  test("continues for the same user", async () => {
    const { admin, begin, toToken } = await start();
    const { context, again } = await begin(await toToken(admin));
    await again();
    expect(context).toMatchObject({ user: admin, token: "test" });
  });

  test("continues for an integration, even if it acted for an installation", async () => {
    const { workspace, db, admin, installer, installationId, begin } = await start();
    const { token } = await workspace.ok(admin, integration.createToken, { integrationName });
    const { context, again } = await begin(token);
    expect(context).toMatchObject({ user: admin, agent: { kind: "integration" } });
    const installation = await findInstallationAgent(db, integrationName, installationId);
    if (installation === undefined) throw new Error("The integration is not installed.");
    actAs(context, installation);
    expect(context).toMatchObject({ user: installer, agent: { kind: "installation" } });
    await again();
    expect(context).toMatchObject({ user: admin, agent: { kind: "integration" } });
  });

  test("ends if its token was revoked, and then has no caller", async () => {
    const { db, admin, begin, toToken } = await start();
    const { context, again } = await begin(await toToken(admin));
    await db.deleteFrom("tokens").where("label", "=", "test").execute();
    await expect(again()).rejects.toMatchObject({ status: 401, message: expired });
    expect(context.user).toBeUndefined();
    expect(context.principal).toBeUndefined();
  });

  test("ends if its token became that of another user", async () => {
    const { db, admin, installer, begin, toToken } = await start();
    const { again } = await begin(await toToken(admin));
    await db
      .updateTable("tokens")
      .set({ user_id: installer })
      .where("label", "=", "test")
      .execute();
    await expect(again()).rejects.toMatchObject({ status: 401, message: expired });
  });

  test("ends if the integration was published by another user", async () => {
    const { workspace, db, admin, installer, begin } = await start();
    const { token } = await workspace.ok(admin, integration.createToken, { integrationName });
    const { again } = await begin(token);
    await db.updateTable("integration_versions").set({ published_by: installer }).execute();
    await expect(again()).rejects.toMatchObject({ status: 401, message: expired });
  });
});
