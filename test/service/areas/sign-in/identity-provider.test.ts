import { inflateRawSync } from "node:zlib";
import { Constants, IdentityProvider, ServiceProvider } from "samlify";
import { expect, test } from "vitest";
import * as saml from "../../../../src/contract/saml.ts";
import { certificate } from "../../../support/network/loopback.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";

async function start() {
  // Failed sign-ins are logged.
  const workspace = await openWorkspace({ log: () => undefined });
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const provider = await workspace.ok(admin, saml.create, {
    organizationId,
    label: "Login",
    entityID: "https://login.example.com/metadata",
    certificate,
    ssoURL: "https://login.example.com/sso",
  });
  return { workspace, provider };
}

/** Requests a URL without a token. */
async function request({ service }: Workspace, method: "GET" | "HEAD" | "POST", url: string) {
  const { status, headers, body } = await service.transport({ method, url, headers: {} });
  if (typeof body !== "string") throw new Error("The answer is a stream.");
  return { status, type: headers["content-type"], location: headers.location, body };
}

test("a SAML library reads the metadata at its URL", async () => {
  const { workspace, provider } = await start();
  const { entityID, acsURL } = provider.service;
  const { status, type, body } = await request(workspace, "GET", entityID);
  expect([status, type]).toEqual([200, "application/samlmetadata+xml; charset=utf-8"]);
  const service = ServiceProvider({ metadata: body });
  expect(service.entityMeta.getEntityID()).toBe(entityID);
  expect(service.entityMeta.getAssertionConsumerService("post")).toBe(acsURL);
  expect(service.entityMeta.isWantAssertionsSigned()).toBe(true);
  expect(service.entityMeta.isAuthnRequestSigned()).toBe(false);
  expect(service.entityMeta.getNameIDFormat()).toBe(
    "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
  );
});

test("an identity provider configured with the metadata gets requests for its URL", async () => {
  const { workspace, provider } = await start();
  const { body } = await request(workspace, "GET", provider.service.entityID);
  const identity = IdentityProvider({
    entityID: provider.entityID,
    signingCert: provider.certificate,
    singleLogoutService: [
      { Binding: Constants.namespace.binding.redirect, Location: provider.ssoURL ?? "" },
    ],
    singleSignOnService: [
      { Binding: Constants.namespace.binding.redirect, Location: provider.ssoURL ?? "" },
    ],
  });
  const { context } = ServiceProvider({ metadata: body }).createLoginRequest(identity, "redirect");
  const address = new URL(context);
  expect(address.origin + address.pathname).toBe(provider.ssoURL);
  expect(address.searchParams.get("SAMLRequest")).not.toBe("");
});

test("the metadata supports HEAD", async () => {
  const { workspace, provider } = await start();
  const { status, body } = await request(workspace, "HEAD", provider.service.entityID);
  expect([status, body]).toEqual([200, ""]);
});

test("the metadata of an unknown provider, or of one in another organization, is not found", async () => {
  const { workspace, provider } = await start();
  const other = await workspace.organization();
  const { entityID } = provider.service;
  for (const url of [
    entityID.replace(provider.id, "unknown"),
    entityID.replace(/orgs\/\w+/, `orgs/${other}`),
  ]) {
    expect((await request(workspace, "GET", url)).status).toBe(404);
  }
});

test("a sign-in redirects to the identity provider, and an invalid response is refused", async () => {
  const { workspace, provider } = await start();
  const { startURL, acsURL, entityID } = provider.service;
  const started = await request(workspace, "GET", startURL);
  expect(started.status).toBe(302);
  const to = new URL(started.location ?? "");
  expect(to.href.startsWith(provider.ssoURL ?? "none")).toBe(true);
  const sent = Buffer.from(to.searchParams.get("SAMLRequest") ?? "", "base64");
  const xml = inflateRawSync(sent).toString();
  expect(xml).toContain(`AssertionConsumerServiceURL="${acsURL}"`);
  expect(xml).toContain(`<saml:Issuer>${entityID}</saml:Issuer>`);
  const answer = await request(workspace, "POST", acsURL);
  expect(answer.status).toBe(403);
  expect(answer.body).toContain("The response from Login was rejected");
});

test("all other routes of a provider require a token", async () => {
  const { workspace, provider } = await start();
  expect((await request(workspace, "GET", provider.urls.location)).status).toBe(401);
  expect((await request(workspace, "POST", provider.service.entityID)).status).toBe(401);
});
