import { expect, test } from "vitest";
import * as integration from "../../../../src/contract/integration.ts";
import * as installation from "../../../../src/contract/integration-installation.ts";
import * as site from "../../../../src/contract/site.ts";
import { writeForRuntime } from "../../../../src/service/areas/integrations/runtime-request.ts";
import { openSigningSecrets } from "../../../../src/service/areas/integrations/signing-secrets.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import { openSecretBox } from "../../../../src/service/engines/secret-box.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { serve } from "../../../support/network/loopback.ts";
import { getPart, integrationName, openTunnelled } from "../../../support/organizations/tunnel.ts";
import { publishedAnswers, readDescriptions } from "../../../support/requests/published.ts";

const configurations = {
  account: {
    properties: { region: { type: "string" as const, title: "Region" } },
    required: ["region"],
  },
};

/** An integration with a secret that waits for a setting, and a tunnel that accepts everything. */
async function openWithEnvironment() {
  const setup = await openTunnelled();
  const { publish, tunnel } = setup;
  await publish({ visibility: "public", configurations, secrets: { KEY: "of another service" } });
  const { url, seen } = await serve((_seen, response) => void response.end());
  await tunnel(url);
  const last = () => {
    const request = seen.at(-1);
    if (!request) throw new Error("The tunnel got nothing.");
    return { event: getPart(request, "event"), environment: getPart(request, "environment") };
  };
  return { ...setup, seen, last };
}

slowTest("an integration gets the environment of the published runtime", async () => {
  const { installed, spaceId, change, jobs, last } = await openWithEnvironment();
  await change("R1");
  await jobs.finish();
  const { environment } = last();
  for (const { document } of readDescriptions()) {
    expect(publishedAnswers(document).faultsAs("IntegrationEnvironment", environment)).toEqual([]);
  }
  expect(environment).toMatchObject({
    integration: { object: "integration", name: integrationName },
    installation: { id: installed.id },
    spaceInstallation: { installation: installed.id, space: spaceId },
    secrets: { KEY: "of another service" },
  });
  expect(environment.siteInstallation).toBeUndefined();
});

test("the environment has tokens of the integration and of the installation", async () => {
  const { workspace, installed, change, jobs, last } = await openWithEnvironment();
  await change("R1");
  await jobs.finish();
  const { apiTokens, apiEndpoint } = last().environment;
  const ask = (token: string, path: string) =>
    workspace.service.transport({
      method: "GET",
      url: `${apiEndpoint}/v1/${path}`,
      headers: { authorization: `Bearer ${token}` },
    });
  const own = `integrations/${integrationName}/installations/${installed.id}`;
  expect(await ask(apiTokens.installation, own)).toMatchObject({ status: 200 });
  expect(await ask(apiTokens.integration, own)).toMatchObject({ status: 200 });
  expect(await ask(apiTokens.integration, `orgs/${installed.target.organization}`)).toMatchObject({
    status: 200,
  });
});

slowTest(
  "completing the settings is an event with the previous ones, and so is the end",
  async () => {
    const { workspace, admin, org, jobs, last } = await openWithEnvironment();
    const elsewhere = { integrationName, installationId: "" };
    const { items } = await workspace.ok(admin, integration.installations, { integrationName });
    elsewhere.installationId = items[0]?.id ?? "";
    await workspace.ask(admin, installation.remove, elsewhere);
    await jobs.finish();
    expect(last().event).toMatchObject({
      type: "installation_deleted",
      previous: { status: "active", configuration: {} },
    });
    expect(last().environment).not.toHaveProperty("installation");
    const made = await workspace.ok(admin, integration.install, {
      integrationName,
      organization: org,
    });
    await jobs.finish();
    expect(last().event).toMatchObject({ type: "installation_setup", status: "pending" });
    await workspace.ok(admin, installation.update, {
      integrationName,
      installationId: made.id,
      configuration: { region: "eu" },
    });
    await jobs.finish();
    expect(last()).toMatchObject({
      event: {
        type: "installation_setup",
        status: "active",
        previous: { status: "pending", configuration: {} },
      },
      environment: { installation: { status: "active", configuration: { region: "eu" } } },
    });
  },
);

slowTest(
  "an event has the secrets and settings of what it concerns, and the body of its request",
  async () => {
    const { workspace, org, admin, installed, spaceId } = await openWithEnvironment();
    const { db, now } = workspace;
    const { id: siteId } = await workspace.ok(admin, site.create, {
      ...{ organizationId: org, title: "Docs" },
    });
    const other = await workspace.organization();
    await workspace.enroll(other, admin, "admin");
    const foreign = await workspace.ok(admin, site.create, {
      organizationId: other,
      title: "Docs",
    });
    const call = { db, now, newId: createId, secretBox: openSecretBox(undefined) };
    const toSecret = await openSigningSecrets(call);
    const write = async (payload: object, installation_id: string, fetchBody?: string) => {
      const { type, body } = await writeForRuntime(
        {
          ...{ integration: integrationName, installation_id, base: "http://127.0.0.1:4000" },
          ...{ payload: JSON.stringify(payload), fetchBody },
        },
        call,
      );
      const form = await new Response(body, { headers: { "content-type": type } }).formData();
      const environment = JSON.parse(String(form.get("environment")));
      return {
        event: JSON.parse(String(form.get("event"))),
        body: form.get("fetch-body"),
        environment,
      };
    };
    const { id } = installed;
    const ofInstallation = {
      integration: toSecret({ integration: integrationName }),
      installation: toSecret({ installation: id }),
    };
    const onSite = await write({ type: "fetch", siteId }, id, "text");
    expect([onSite.event, onSite.body]).toEqual([{ type: "fetch", siteId }, "text"]);
    expect(onSite.environment.signingSecrets).toEqual({
      ...{ ...ofInstallation, siteInstallation: toSecret({ installation: id, content: siteId }) },
    });
    expect(onSite.environment).toMatchObject({
      ...{
        apiEndpoint: "http://127.0.0.1:4000",
        siteInstallation: { installation: id, site: siteId },
      },
    });
    expect(onSite.environment).not.toHaveProperty("spaceInstallation");
    const onSpace = await write({ type: "fetch", spaceId }, id);
    expect(onSpace.body).toBeNull();
    expect(onSpace.environment.signingSecrets).toEqual({
      ...{ ...ofInstallation, spaceInstallation: toSecret({ installation: id, content: spaceId }) },
    });
    expect(onSpace.environment).not.toHaveProperty("siteInstallation");
    const elsewhere = await write({ type: "fetch", siteId: foreign.id }, id);
    expect(elsewhere.environment.signingSecrets).toEqual(ofInstallation);
    expect(elsewhere.environment).not.toHaveProperty("siteInstallation");
    const without = await write({ type: "fetch", siteId }, "");
    expect(without.environment.signingSecrets).toEqual({ integration: ofInstallation.integration });
    expect(Object.keys(without.environment.apiTokens)).toEqual(["integration"]);
    expect(without.environment).not.toHaveProperty("installation");
  },
);
