/** What identity providers are told about this service, and which provider an address is of. */
import type { PublicHandler, PublicRequest } from "../../core/public-route.ts";
import { buildServiceUrls, requireProvider } from "../people/saml-rows.ts";
import type { SamlProviderTable } from "../people/tables.ts";

/** The document for setting up an identity provider; it contains addresses and no secret. */
export const metadata: PublicHandler = async (request) => {
  const provider = await loadProvider(request);
  return {
    status: 200,
    headers: {
      "cache-control": "no-store",
      "content-type": "application/samlmetadata+xml; charset=utf-8",
      "x-content-type-options": "nosniff",
    },
    body: serviceMetadata(buildServiceUrls(provider, request.base).service),
  };
};

/** @throws Problem 404 */
export async function loadProvider({ db, path }: PublicRequest): Promise<SamlProviderTable> {
  return requireProvider(db, path.organizationId ?? "", path.samlProviderId ?? "");
}

/** Where everything is that is of one provider. */
export function resolvePath(provider: SamlProviderTable): string {
  return buildServiceUrls(provider, "").location;
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

/** A text in an attribute of XML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? "");
}
