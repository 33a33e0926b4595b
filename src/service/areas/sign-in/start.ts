/** Redirects to the identity provider with an AuthnRequest. */
import { randomUUID } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { ApiError } from "../../../errors.ts";
import { escapeMarkup } from "../../../json/escape-markup.ts";
import type { PublicHandler, PublicRequest } from "../../core/public-route.ts";
import { buildServiceUrls } from "../people/sso/saml-rows.ts";
import type { SamlProviderTable } from "../people/tables.ts";
import { requestCookie } from "./cookies.ts";
import { loadProvider, resolvePath } from "./identity-provider.ts";

/** Time limit for the sign-in at the identity provider, in milliseconds. */
const timeout = 10 * 60 * 1000;
/** Maximum length of `next`, which is stored in a cookie. */
const maxNextLength = 1500;

/** @throws ApiError 412 if the provider has no SSO URL */
export const start: PublicHandler = async (request) => {
  const provider = await loadProvider(request);
  if (provider.sso_url === "") {
    throw new ApiError(412, "The SAML provider has no ssoURL. Set it first.", {
      field: "ssoURL",
    });
  }
  const id = `_${randomUUID()}`;
  const next = request.query.get("next") ?? "";
  const pendingRequest = {
    id,
    provider: provider.id,
    next: next.length > maxNextLength ? "" : next,
    until: request.now.getTime() + timeout,
  };
  const to = new URL(provider.sso_url);
  to.searchParams.set("SAMLRequest", encodeRequest(id, provider, request));
  return {
    status: 302,
    headers: {
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      location: to.href,
      "set-cookie": await requestCookie(request, resolvePath(provider), pendingRequest),
    },
    body: "",
  };
};

/** An unsigned AuthnRequest, encoded for the HTTP-Redirect binding of SAML 2.0. */
function encodeRequest(
  id: string,
  provider: SamlProviderTable,
  { base, now }: PublicRequest,
): string {
  const { acsURL, entityID } = buildServiceUrls(provider, base).service;
  const xml = `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${now.toISOString()}" Destination="${escapeMarkup(provider.sso_url)}" ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" AssertionConsumerServiceURL="${escapeMarkup(acsURL)}"><saml:Issuer>${escapeMarkup(entityID)}</saml:Issuer></samlp:AuthnRequest>`;
  return deflateRawSync(xml).toString("base64");
}
