/** What identity providers and people who sign in get at the addresses of a SAML provider. */
import { Problem } from "../../../errors.ts";
import type { PublicHandler, PublicRequest } from "../../core/public-route.ts";
import { requireProvider, serviceOf } from "./saml-rows.ts";

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

export const start: PublicHandler = (request) => refuse(request, "Starting a sign-in");
export const consume: PublicHandler = (request) => refuse(request, "Ending a sign-in");

async function refuse(request: PublicRequest, deed: string): Promise<never> {
  await providerOf(request);
  throw new Problem(
    501,
    `${deed} by SAML is not part of this platform, which knows people by their tokens; it answers the metadata of the service.`,
  );
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
