/** `tome saml users`: the members, and whether they can sign in with the organization's SAML providers. */
import type { Context, JsonObject, Result } from "../../context.ts";
import * as member from "../../contract/member.ts";
import * as domain from "../../contract/organization-domain.ts";
import * as contract from "../../contract/saml.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asObject, asText } from "../../json/values.ts";
import { getEmailDomain } from "../members/member-email.ts";
import { readAll } from "../read-all.ts";

export async function listUsers(
  context: Context,
  { organizationId, samlProviderId }: { organizationId: string; samlProviderId?: string },
): Promise<Result> {
  const client = await context.client({ many: true });
  const [members, domains, providers] = await Promise.all([
    readAll(client, member.list, { organizationId }),
    readAll(client, domain.list, { organizationId }),
    readAll(client, contract.list, { organizationId }),
  ]);
  const verified = domains
    .filter(({ status }) => status === "verified")
    .map((one) => asText(one.domain).toLowerCase());
  const isActive = providers.some(
    ({ id, status }) => status === "active" && (samlProviderId ?? id) === id,
  );
  const rows = members.map((one) => toRow(one, verified, isActive));
  const able = rows.filter(({ canSignIn }) => canSignIn === true).length;
  const missing = new Set(rows.flatMap(({ unverifiedDomain }) => asText(unverifiedDomain) || []));
  const [first] = missing;
  return {
    list: [rows],
    columns: [
      { header: "EMAIL", path: "email", as: "title", wide: true },
      { header: "NAME", path: "name", wide: true },
      { header: "ROLE", path: "role", nothing: "guest" },
      { header: "CAN SIGN IN", path: "canSignIn", as: "flag" },
      { header: "REASON", path: "reason", wide: true },
    ],
    none: "No members.",
    notes: () => [
      `${formatCount(able, "member")} of ${members.length} can sign in. Verified domains: ${verified.length === 0 ? "none" : verified.join(", ")}. Another user with an email address in a verified domain joins if it is an email domain of the organization, or if the user is invited.`,
    ],
    next:
      first === undefined
        ? undefined
        : `To verify the domain of more members: tome org domain add ${first}`,
  };
}

function toRow(item: JsonObject, verified: readonly string[], isActive: boolean): JsonObject {
  const user = asObject(item.user);
  const email = asText(user.email);
  const own = getEmailDomain(email).toLowerCase();
  const isVerified = verified.some((one) => own === one || own.endsWith(`.${one}`));
  /** The rules of the sign-in: an active provider, a verified domain, and an enabled member. */
  const findReason = () => {
    if (email === "") return "no email address";
    if (item.disabled === true) return "the member is disabled";
    if (!isVerified) return `the domain ${own} is not verified`;
    return isActive ? null : "the SAML provider is not complete, or there is none";
  };
  const reason = findReason();
  return {
    email,
    name: asText(user.displayName),
    role: item.role ?? null,
    canSignIn: reason === null,
    reason,
    ...(email !== "" && !isVerified && { unverifiedDomain: own }),
  };
}
