/** Sign-in with identity providers of other libraries, which read the metadata and the request. */
import boxyhqModule from "@boxyhq/saml20";
import { describe, expect, test } from "vitest";
import { slowTest } from "../../../support/generators/amount.ts";
import { hasPysaml2, type Pysaml2Case, runPysaml2 } from "../../../support/sign-in/pysaml2.ts";
import { identity } from "../../../support/sign-in/saml.ts";
import { ask, openSignIns } from "./fixture.ts";

// The loader of the tests resolves the default export of a CommonJS module, and Node does not.
const boxyhq = "default" in boxyhqModule ? boxyhqModule.default : boxyhqModule;

const email = "new.person@example.com";

/** A started sign-in: the cookie of the browser and the request to the identity provider. */
async function start(opened: Awaited<ReturnType<typeof openSignIns>>) {
  const { startURL, entityID } = opened.provider.service;
  const { location, cookie } = await ask(startURL);
  const request = new URL(location).searchParams.get("SAMLRequest") ?? "";
  return { request, cookie, metadata: (await ask(entityID)).body };
}

/** Delivers a response in the browser that started the sign-in. */
async function finish(
  { bring, base }: Awaited<ReturnType<typeof openSignIns>>,
  message: string,
  cookie: string | undefined,
): Promise<string> {
  const brought = await bring(message);
  if (brought.status !== 303) return brought.body;
  const arrived = await ask(brought.location, { cookie });
  return (await ask(`${base}/_signin`, { cookie: arrived.cookie })).body;
}

describe.skipIf(!hasPysaml2)("pysaml2 (python3-pysaml2 and xmlsec1)", () => {
  slowTest("reads the metadata and the request, and its responses sign a user in", async () => {
    const opened = await openSignIns();
    const cases: readonly Pysaml2Case[] = [
      { format: "email", nameId: email, placement: "assertion" },
      { format: "persistent", nameId: "u-17", placement: "response" },
    ];
    for (const one of cases) {
      const { request, cookie, metadata } = await start(opened);
      const { entityID: issuer, ssoURL } = opened.identity;
      const [message = ""] = runPysaml2({ issuer, ssoURL, metadata, request, email }, [one]);
      expect(await finish(opened, message, cookie)).toContain(`(${email})`);
    }
  });
});

describe("@boxyhq/saml20", () => {
  test("reads the request, and its response signs a user in once", async () => {
    const opened = await openSignIns();
    const { request, cookie } = await start(opened);
    const xml = await boxyhq.decodeBase64(request, true);
    const parsed = await boxyhq.parseSAMLRequest(xml, false);
    const { acsURL, entityID } = opened.provider.service;
    expect(parsed).toMatchObject({ acsUrl: acsURL, audience: entityID });
    const response = await boxyhq.createSAMLResponse({
      issuer: opened.identity.entityID,
      audience: String(parsed.audience),
      acsUrl: String(parsed.acsUrl),
      requestId: String(parsed.id),
      claims: { email, raw: {} },
      privateKey: identity.key,
      publicKey: identity.certificate,
    });
    const message = Buffer.from(response).toString("base64");
    expect(await finish(opened, message, cookie)).toContain(`(${email})`);
    expect(await finish(opened, message, cookie)).toContain("the assertion was already used");
  });
});
