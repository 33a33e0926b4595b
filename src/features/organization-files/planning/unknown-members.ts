/** References to users who are not members after the plan, such as a team member who would be removed. */
import type { JsonObject } from "../../../context.ts";
import { UsageError } from "../../../errors.ts";
import { formatCount } from "../../../json/pluralize.ts";
import { asObject, asText } from "../../../json/values.ts";
import type { WantedThings } from "../desired/desired.ts";
import type { OrganizationFolder } from "../desired/read-folder.ts";
import { mapMergeRules } from "../fields.ts";
import type { DesiredResource } from "../resource.ts";
import type { PlanStep } from "../step.ts";

interface MemberContext {
  readonly folder: OrganizationFolder;
  readonly wanted: WantedThings;
  /** The members of the organization; undefined if they could not be read. */
  readonly members: readonly JsonObject[] | undefined;
  readonly deletions: readonly PlanStep[];
}

/** @throws UsageError for a user who is not a member, or would be removed by the plan */
export function refuseUnknownMembers({ folder, wanted, members, deletions }: MemberContext): void {
  const emails = members?.map(({ user }) => asText(asObject(user).email).toLowerCase());
  // The platform may hide emails, and then a member cannot be told from another user.
  if (emails === undefined || emails.includes("")) return;
  const removed = new Set(
    deletions.flatMap(({ kind, address }) => (kind === "member" ? address : [])),
  );
  const isMember = (email: string) =>
    wanted.things.has(`members/${email}`) ||
    (emails.includes(email) && !removed.has(`members/${email}`));
  const errors = [...wanted.things.values()].flatMap((one) => {
    const unknown = [...listUsers(one)].filter((email) => !isMember(email));
    return unknown.map((email) => {
      const why = removed.has(`members/${email}`)
        ? "would be removed from the organization"
        : "is not a member of the organization";
      return `${folder.formatLine(one.location)}: ${one.address} refers to ${email}, who ${why}.`;
    });
  });
  if (errors.length === 0) return;
  const count = formatCount(errors.length, "reference");
  throw new UsageError(
    `The files in ${folder.path} have ${count} to users who are not members. Add them to members in people.yaml, or remove the references. No changes were made.`,
    undefined,
    errors,
  );
}

/** The emails of users in a team, in grants and in merge rules. */
function listUsers({ kind, fields }: DesiredResource): ReadonlySet<string> {
  const users = new Set<string>();
  for (const [name, value] of fields) {
    const [list, entry = ""] = name.split(/\/(.*)/s);
    const isUser = list === "grants" || (list === "members" && kind === "team");
    if (isUser && value !== null && entry.includes("@")) users.add(entry);
    if (name !== "mergeRules") continue;
    mapMergeRules(value, (user) => {
      if (user.includes("@")) users.add(user);
      return user;
    });
  }
  return users;
}
