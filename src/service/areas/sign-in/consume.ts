/**
 * Takes what a browser brings from the identity provider. It comes from a page of another site, so the
 * browser sends no cookies along: whether it is the browser that was sent there, `arrive` finds out.
 */
import type { PublicHandler } from "../../core/public-route.ts";
import { isActiveProvider } from "../../core/token-holders.ts";
import { readSignIn } from "../../engines/saml/sign-in.ts";
import { SamlFault } from "../../engines/saml/xml.ts";
import { buildServiceUrls } from "../people/saml-rows.ts";
import { sealArrival } from "./arrival.ts";
import { loadProvider, resolvePath } from "./identity-provider.ts";
import { goTo, refusedPage } from "./pages.ts";
import { useOnce } from "./use-once.ts";

export const consume: PublicHandler = async (request) => {
  const provider = await loadProvider(request);
  const { db, now, base } = request;
  try {
    if (!isActiveProvider(provider)) throw new SamlFault("the provider is not set up yet");
    const message = new URLSearchParams(request.request.body ?? "").get("SAMLResponse") ?? "";
    const { acsURL, entityID } = buildServiceUrls(provider, base).service;
    const signIn = readSignIn(message, {
      issuer: provider.entity_id,
      certificate: provider.certificate,
      audience: entityID,
      recipient: acsURL,
      now,
    });
    const isFirst = await useOnce(db, ["assertion", provider.id, signIn.assertion], {
      until: signIn.validUntil,
      now,
    });
    if (!isFirst) throw new SamlFault("it was used before");
    const encrypted = await sealArrival(request.secretBox, {
      provider: provider.id,
      request: signIn.inResponseTo,
      email: signIn.email,
      displayName: signIn.displayName,
      sessionEnd: signIn.sessionEnd?.getTime(),
      until: now.getTime() + 60_000,
    });
    return goTo(`${base}${resolvePath(provider)}/arrive?with=${encodeURIComponent(encrypted)}`);
  } catch (error) {
    if (!(error instanceof SamlFault)) throw error;
    return refusedPage(
      request,
      403,
      `What ${provider.label} sent was not accepted: ${error.message}.`,
    );
  }
};
