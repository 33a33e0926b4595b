/** What identity providers and people who sign in get at the addresses of a SAML provider. */
import { randomUUID } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { Problem } from "../../../errors.ts";
import type { PublicHandler, PublicRequest } from "../../core/public-route.ts";
import { requireProvider, serviceOf } from "./saml-rows.ts";
import type { SamlProviderTable } from "./tables.ts";

/** The document for setting up an identity provider; it contains addresses and no secret. */
export const metadata: PublicHandler = async (request) => {
  const provider = await providerOf(request);
  return {
    status: 200,
    headers: {
      "cache-control": "no-store",
      "content-type": "application/samlmetadata+xml; charset=utf-8",
      "x-content-type-options": "nosniff",
    },
    body: serviceMetadata(serviceOf(provider, request.base).service),
  };
};

/**
 * Leads to the identity provider, with a request to sign somebody in.
 * @throws Problem 412 if its address is not known yet
 */
export const start: PublicHandler = async (request) => {
  const provider = await providerOf(request);
  if (provider.sso_url === "") {
    throw new Problem(412, "The SAML provider has no ssoURL yet, to which a sign-in would lead.", {
      field: "ssoURL",
    });
  }
  const to = new URL(provider.sso_url);
  to.searchParams.set("SAMLRequest", encodedRequest(provider, request));
  return { status: 302, headers: { "cache-control": "no-store", location: to.href }, body: "" };
};

/** What comes back is not read: people are known here by their tokens. */
export const consume: PublicHandler = async (request) => {
  await providerOf(request);
  throw new Problem(
    501,
    "Ending a sign-in by SAML is not part of this platform, which knows people by their tokens; it answers the metadata of the service.",
  );
};

/** An unsigned AuthnRequest of SAML 2.0, as its binding to redirects writes it. */
function encodedRequest(provider: SamlProviderTable, { base, now }: PublicRequest): string {
  const { acsURL, entityID } = serviceOf(provider, base).service;
  const xml = `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomUUID()}" Version="2.0" IssueInstant="${now.toISOString()}" Destination="${escaped(provider.sso_url)}" ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" AssertionConsumerServiceURL="${escaped(acsURL)}"><saml:Issuer>${escaped(entityID)}</saml:Issuer></samlp:AuthnRequest>`;
  return deflateRawSync(xml).toString("base64");
}

async function providerOf({ db, path }: PublicRequest) {
  return requireProvider(db, path.organizationId ?? "", path.samlProviderId ?? "");
}

interface ServiceAddresses {
  readonly acsURL: string;
  readonly entityID: string;
}

/**
 * A document of SAML 2.0 metadata: it requires signed assertions that name people by their email,
 * and says that requests are not signed.
 */
function serviceMetadata({ acsURL, entityID }: ServiceAddresses): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escaped(entityID)}">
  <md:SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>
    <md:AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escaped(acsURL)}"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`;
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? "");
}
