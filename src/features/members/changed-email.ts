/** Recognition of members who would leave and join again because their email has changed. */
import type { JsonObject } from "../../context.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asObject, asText } from "../../json/values.ts";
import { getEmail } from "./match.ts";
import type { RosterPerson } from "./roster-person.ts";

/**
 * A member who leaves and an invited user are probably the same if they have the same name, or the same email
 * up to the domain.
 * @param joining the entries that are invited
 * @param leaving the members who are missing or inactive in the roster
 * @returns a sentence for each of them
 */
export function findChangedEmails(
  joining: readonly RosterPerson[],
  leaving: readonly JsonObject[],
): readonly string[] {
  return leaving.flatMap((one) => {
    const email = getEmail(one);
    const name = normalizeName(asText(asObject(one.user).displayName));
    const same = joining.find(
      (other) =>
        (name !== "" && normalizeName(other.displayName) === name) ||
        getLocalPart(other.email) === getLocalPart(email),
    );
    if (same === undefined) return [];
    return `${email} is missing or inactive in the roster, and ${same.email} (${same.at}) is new. If they are the same user, set the id of the entry to ${asText(one.id)}, which keeps the member.`;
  });
}

/** The maximum number of sentences. */
const maximumEmails = 10;

/**
 * Sentences about members who were identified by their id and have another email in the roster. An id that
 * the directory gave to another user would otherwise keep the access of the first one unnoticed.
 */
export function listOtherEmails(
  people: readonly RosterPerson[],
  findMember: (one: RosterPerson) => JsonObject | undefined,
): readonly string[] {
  const all = people.flatMap((one) => {
    const current = findMember(one);
    const email = current === undefined ? one.email : getEmail(current);
    if (email === one.email) return [];
    return `${email} is the member of the id ${one.id ?? ""}, whose email in the roster is ${one.email}.`;
  });
  const more = all.length - maximumEmails;
  const rest = formatCount(more, "member has", "members have");
  return more > 0 ? [...all.slice(0, maximumEmails), `${rest} another email in the roster.`] : all;
}

function normalizeName(name: string): string {
  return name.normalize("NFC").toLowerCase().split(/\s+/).join(" ").trim();
}

function getLocalPart(email: string): string {
  return email.slice(0, email.lastIndexOf("@"));
}
