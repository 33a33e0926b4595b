/**
 * Assertion consumer service of SAML. The browser posts the response from the identity provider's page
 * and therefore sends no cookies; `arrive` checks that it is the browser that started the sign-in.
 */

import { isActiveProvider } from "../../core/access/token-holders.ts";
import type { PublicHandler } from "../../core/public-route.ts";
import { SamlFault } from "../../engines/saml/xml.ts";
import { readSignInSafely } from "../../engines/saml-responses.ts";
import { buildServiceUrls } from "../people/sso/saml-rows.ts";
import { sealArrival } from "./encrypted-result.ts";
import { recordFailure } from "./failures.ts";
import { findGroupTeams } from "./group-teams.ts";
import { loadProvider, resolvePath } from "./identity-provider.ts";
import { createRefusedPage, redirectToLocation } from "./pages.ts";
import { useOnce } from "./single-use.ts";

export const consume: PublicHandler = async (request) => {
  const provider = await loadProvider(request);
  const { db, now, base } = request;
  try {
    if (!isActiveProvider(provider)) throw new SamlFault("the provider is not fully configured");
    const message = new URLSearchParams(request.request.body ?? "").get("SAMLResponse") ?? "";
    const { acsURL, entityID } = buildServiceUrls(provider, base).service;
    const config = {
      issuer: provider.entity_id,
      certificate: provider.certificate,
      audience: entityID,
      recipient: acsURL,
      now,
      groupsAttribute: provider.groups_attribute ?? undefined,
    };
    const asker = { db, caller: provider.organization_id };
    const signIn = await readSignInSafely({ message, config }, asker);
    const isFirst = await useOnce(db, ["assertion", provider.id, signIn.assertion], {
      until: signIn.validUntil,
      now,
    });
    if (!isFirst) throw new SamlFault("the assertion was already used");
    const encrypted = await sealArrival(request.secretBox, {
      provider: provider.id,
      request: signIn.inResponseTo,
      email: signIn.email,
      displayName: signIn.displayName,
      teams: await findGroupTeams(db, provider.id, signIn),
      sessionEnd: signIn.sessionEnd?.getTime(),
      until: now.getTime() + 60_000,
    });
    return redirectToLocation(
      `${base}${resolvePath(provider)}/arrive?with=${encodeURIComponent(encrypted)}`,
    );
  } catch (error) {
    if (!(error instanceof SamlFault)) throw error;
    const reason = `The response from ${provider.label} was rejected: ${error.message}.`;
    await recordFailure(request, provider, reason);
    return createRefusedPage(request, 403, reason);
  }
};
