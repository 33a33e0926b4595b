/** SAML metadata of the service, and lookup of the identity provider in a request path. */
import { escapeMarkup } from "../../../json/escape-markup.ts";
import type { PublicHandler, PublicRequest } from "../../core/public-route.ts";
import { buildServiceUrls, requireProvider } from "../people/sso/saml-rows.ts";
import type { SamlProviderTable } from "../people/tables.ts";

/** Serves the metadata for configuring an identity provider. It contains no secrets. */
export const answerMetadata: PublicHandler = async (request) => {
  const provider = await loadProvider(request);
  return {
    status: 200,
    headers: {
      "cache-control": "no-store",
      "content-type": "application/samlmetadata+xml; charset=utf-8",
      "x-content-type-options": "nosniff",
    },
    body: buildServiceMetadata(buildServiceUrls(provider, request.base).service),
  };
};

/** @throws ApiError 404 */
export async function loadProvider({ db, path }: PublicRequest): Promise<SamlProviderTable> {
  return requireProvider(db, path.organizationId ?? "", path.samlProviderId ?? "");
}

/** The path of the routes of a provider. */
export function resolvePath(provider: SamlProviderTable): string {
  return buildServiceUrls(provider, "").location;
}

interface ServiceAddresses {
  readonly acsURL: string;
  readonly entityID: string;
}

/**
 * SAML 2.0 metadata that requires signed assertions and email addresses as name ids, and declares that
 * requests are not signed.
 */
function buildServiceMetadata({ acsURL, entityID }: ServiceAddresses): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escapeMarkup(entityID)}">
  <md:SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>
    <md:AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escapeMarkup(acsURL)}"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`;
}
