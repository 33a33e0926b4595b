/** Single sign-on of members behind a reverse proxy that ends TLS and adds headers. */
import { createServer, request } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { addSample } from "../../../support/platforms/sample.ts";
import { serve } from "../../../support/platforms/served.ts";
import { openIdentityProvider } from "../../../support/sign-in/identity-provider.ts";
import { encoded, signedResponse } from "../../../support/sign-in/saml.ts";
import { ask } from "./fixture.ts";

const publicUrl = "https://tome.example.com";
const forged = "evil.example";

/**
 * A proxy like Apache's, which adds its values to the headers of the client.
 * @returns the URL at which it listens
 */
async function startProxy(target: () => string): Promise<string> {
  const server = createServer((received, response) => {
    const { "x-forwarded-host": before = forged, ...headers } = received.headers;
    const sent = request(target() + received.url, {
      method: received.method ?? "GET",
      agent: false,
      headers: {
        ...headers,
        host: "tome.example.com",
        "x-forwarded-host": `${before}, tome.example.com`,
        "x-forwarded-proto": "http, https",
        "x-forwarded-prefix": "/evil",
      },
    });
    sent.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    received.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
}

test("a member signs in by the public URL, whatever host the client claims", async () => {
  let target = "";
  const proxy = await startProxy(() => target);
  const { service, server } = await serve({}, { publicUrl, trustedProxies: ["127.0.0.1"] });
  target = server.url;
  await addSample(service);
  const { id: org } = await service.db
    .selectFrom("organizations")
    .innerJoin("sites", "sites.organization_id", "organizations.id")
    .select("organizations.id")
    .executeTakeFirstOrThrow();
  const identity = await openIdentityProvider();
  const seen: string[] = [];
  /** Sends the request of a browser for a public URL. */
  const open = async (address: string, asking: Parameters<typeof ask>[1] = {}) => {
    expect(address.startsWith(`${publicUrl}/`), address).toBe(true);
    const got = await ask(proxy + address.slice(publicUrl.length), asking);
    seen.push(got.location, got.body);
    return got;
  };
  const api = async (method: "GET" | "POST", path: string, json?: unknown) => {
    const address = `${publicUrl}/v1${path}`;
    const { body } = await open(address, { method, json, bearer: server.token });
    return JSON.parse(body);
  };
  await service.db
    .updateTable("organizations")
    .set({ email_domains: '["example.com"]' })
    .where("id", "=", org)
    .execute();
  await service.db
    .insertInto("organization_domains")
    .values({
      organization_id: org,
      domain: "example.com",
      created_at: new Date().toISOString(),
      verified_at: new Date().toISOString(),
      verified_by: "operator",
      checked_at: null,
      finding: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const provider = await api("POST", `/orgs/${org}/saml`, {
    label: "Our login",
    entityID: identity.entityID,
    ssoURL: identity.ssoURL,
    certificate: identity.certificate,
    defaultRole: "read",
  });
  const { startURL, acsURL, entityID } = provider.service;
  const metadata = await open(entityID);
  expect(metadata.body).toContain(`Location="${acsURL}"`);

  const { location, cookie = "" } = await open(startURL);
  expect(location.startsWith(identity.ssoURL)).toBe(true);
  const { inflateRawSync } = await import("node:zlib");
  const message = new URL(location).searchParams.get("SAMLRequest") ?? "";
  const xml = inflateRawSync(Buffer.from(message, "base64")).toString();
  expect(xml).toContain(`AssertionConsumerServiceURL="${acsURL}"`);
  const bring = (recipient: string) =>
    open(acsURL, {
      method: "POST",
      origin: new URL(identity.ssoURL).origin,
      form: {
        SAMLResponse: encoded(
          signedResponse({
            issuer: identity.entityID,
            audience: entityID,
            recipient,
            now: new Date(),
            id: `_${recipient.length}`,
            email: "ada@example.com",
            inResponseTo: / ID="([^"]+)"/.exec(xml)?.[1] ?? "",
          }),
        ),
      },
    });
  const wrong = await bring(acsURL.replace("tome.example.com", forged));
  expect(wrong.status).toBe(403);
  const posted = await bring(acsURL);
  const arrived = await open(posted.location, { cookie });
  expect(arrived).toMatchObject({ status: 303, location: `${publicUrl}/_signin` });
  const page = await open(arrived.location, { cookie: arrived.cookie });
  expect(page.body).toContain("ada@example.com");
  // The refusal names the URL in the response.
  const others = seen.filter((text) => !text.includes("was rejected"));
  expect(others.join("\n")).not.toContain(forged);
  expect(seen.join("\n")).not.toContain(server.url);
});
