/** What identity providers and people who sign in find at the addresses of a SAML provider. */
import { Problem } from "../../../errors.ts";
import type { PublicHandler, PublicRequest } from "../../core/public-route.ts";
import { serviceMetadata } from "./saml-metadata.ts";
import { existingProvider, serviceOf } from "./saml-rows.ts";

/** The document that an identity provider is set up with; it holds addresses and no secret. */
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
  return existingProvider(db, path.organizationId ?? "", path.samlProviderId ?? "");
}
