/**
 * Tokens that are good for one organization, as its identity provider alone vouches for the user: the
 * check before every handler. `membershipIn` and those beside it keep the rest of what others have.
 */
import type { Endpoint } from "../../contract/endpoint.ts";
import { Problem } from "../../errors.ts";
import type { JsonObject } from "../../json/values.ts";
import { organizationsOf } from "../areas/audit/subject.ts";
import { notFound } from "../core/access.ts";
import type { Queries } from "../database/tables.ts";

/** What concerns the user, and no organization of theirs. */
const ofUser: ReadonlySet<string> = new Set([
  "acceptInvitation",
  "declineInvitation",
  "listInvitationsForAuthenticatedUser",
]);

/** What is beyond every organization. */
const refused: ReadonlySet<string> = new Set(["createOrganization"]);

/** @throws Problem 404 for what is of another organization, 403 for what creates one */
export async function requireBound(
  db: Queries,
  boundTo: string,
  endpoint: Endpoint,
  input: JsonObject,
): Promise<void> {
  const { operation } = endpoint;
  if (ofUser.has(operation)) return;
  if (refused.has(operation)) {
    throw new Problem(
      403,
      `${operation} is not possible with a token of single sign-on, which is good for one organization; use a token of your own.`,
    );
  }
  // An integration that is public may be of another organization.
  if ("integrationName" in input && !("organization" in input)) return;
  const organizations = await organizationsOf(db, endpoint, input);
  const other = organizations.find((id) => id !== boundTo);
  if (other !== undefined) throw notFound("organization", other, "organizationId");
}
