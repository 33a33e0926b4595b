/** Operations whose commands ask for confirmation, so that an undo with them asks too. */
import { type Endpoint, getMethod } from "../../contract/endpoint.ts";

/** Deletions of what is easily created again. */
const unconfirmedDeletions: ReadonlySet<string> = new Set([
  "disableIntegrationDevelopmentMode",
  "removeRequestedReviewerFromChangeRequest",
]);

/** Other operations that take something away from users or readers. */
const otherConfirmed: ReadonlySet<string> = new Set([
  "acceptIntegrationInstallationPermissions",
  "adsUpdateSite",
  "regenerateSitePublishingAuthById",
  "rotateOrganizationWebhookSecret",
  "transferCollection",
  "transferSpace",
  "unpublishSite",
]);

/** Whether the command of an operation asks for confirmation. */
export function isConfirmedElsewhere(endpoint: Endpoint): boolean {
  const { operation } = endpoint;
  if (getMethod(endpoint) === "DELETE") return !unconfirmedDeletions.has(operation);
  return otherConfirmed.has(operation);
}
