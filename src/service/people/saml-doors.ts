/** What identity providers and people who sign in find at the addresses of a SAML provider. */
import { Problem } from "../../errors.ts";
import type { Opening, Visit } from "../doors.ts";
import { serviceMetadata } from "./saml-metadata.ts";
import { existingProvider, serviceOf } from "./saml-rows.ts";

/** The document that an identity provider is set up with; it holds addresses and no secret. */
export const metadata: Opening = async (visit) => {
  const provider = await providerOf(visit);
  return {
    status: 200,
    headers: {
      "cache-control": "no-store",
      "content-type": "application/samlmetadata+xml; charset=utf-8",
      "x-content-type-options": "nosniff",
    },
    body: serviceMetadata(serviceOf(provider, visit.base).service),
  };
};

export const start: Opening = (visit) => refuse(visit, "Starting a sign-in");
export const consume: Opening = (visit) => refuse(visit, "Ending a sign-in");

async function refuse(visit: Visit, deed: string): Promise<never> {
  await providerOf(visit);
  throw new Problem(
    501,
    `${deed} by SAML is not part of this platform, which knows people by their tokens; it answers the metadata of the service.`,
  );
}

async function providerOf({ db, path }: Visit) {
  return existingProvider(db, path.organizationId ?? "", path.samlProviderId ?? "");
}
