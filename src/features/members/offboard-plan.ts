/** The steps of an offboarding, in an order that loses nothing: first what is handed over, then what is taken. */

import * as collectionPermission from "../../contract/collection-permission.ts";
import * as review from "../../contract/cr-review.ts";
import * as member from "../../contract/member.ts";
import type { OrganizationMergeRules, SpaceMergeRules } from "../../contract/merge-rules.model.ts";
import * as organization from "../../contract/organization.ts";
import type { Role } from "../../contract/roles.ts";
import * as sitePermission from "../../contract/site-permission.ts";
import * as space from "../../contract/space.ts";
import * as spacePermission from "../../contract/space-permission.ts";
import * as team from "../../contract/team.ts";
import { UsageError } from "../../errors.ts";
import { counted } from "../../json/counted.ts";
import { revocation } from "../access/decision-steps.ts";
import { getName, type Thing } from "../access/things.ts";
import type { OrganizationReading } from "../organization/reading.ts";
import { buildStep, type Step } from "../organization/steps.ts";
import { type Belongings, handOver } from "./belongings.ts";
import { checkReviews, type Handed, handedTo, type Named } from "./successor.ts";

export interface OffboardPlan {
  /** Nothing is taken unless all of these are done. */
  readonly handover: readonly Step[];
  readonly removal: readonly Step[];
  /** What stays, and cannot be handed over. */
  readonly notes: readonly string[];
}

/**
 * @throws UsageError if a rule would be left with nobody, and there is no successor; or if the successor
 *   could not review what is handed over
 */
export async function planOffboarding(
  reading: OrganizationReading,
  person: Named,
  {
    successor,
    isMember,
    keepsMember,
  }: {
    readonly successor: Named | undefined;
    readonly isMember: boolean;
    readonly keepsMember: boolean;
  },
  belongings: Belongings,
): Promise<OffboardPlan> {
  const { organizationId } = reading;
  const { teams, grants } = belongings;
  const handed = successor && (await handedTo(reading, successor, belongings));
  if (handed !== undefined) await checkReviews(reading, handed, belongings);
  const handover = [
    ...ruleSteps(organizationId, person, successor, belongings),
    ...reviewSteps(person, successor, belongings),
    ...(handed === undefined ? [] : teamSteps(organizationId, handed)),
    ...(handed === undefined ? [] : grantSteps(organizationId, handed)),
  ];
  const removal = [
    ...grants.map(({ thing }) => {
      const of = { object: thing.kind, id: thing.id, title: thing.title };
      const user = { id: person.id, displayName: person.name, email: null };
      const says = `take back what ${person.name} was granted in ${getName(thing)}`;
      return revocation(says, { thing: of, user }, organizationId);
    }),
    ...teams.map(({ id: teamId, title }) => {
      const says = `take ${person.name} out of the team ${JSON.stringify(title)}`;
      return buildStep(says, team.dropMember, { organizationId, teamId, userId: person.id });
    }),
    ...(isMember ? membershipSteps(organizationId, person, keepsMember) : []),
  ];
  return { handover, removal, notes: notesOn(person, successor, belongings) };
}

function membershipSteps(
  organizationId: string,
  { id: userId, name, role }: Named,
  keepsMember: boolean,
): readonly Step[] {
  const of = { organizationId, userId };
  if (!keepsMember) return [buildStep(`remove ${name} from the organization`, member.remove, of)];
  if (role === null) return [];
  return [buildStep(`make ${name} a guest`, member.update, { ...of, role: null })];
}

function ruleSteps(
  organizationId: string,
  person: Named,
  successor: Named | undefined,
  { rules }: Belongings,
): readonly Step[] {
  return rules.map(({ spaceId, title, mergeRules }) => {
    const next = handOver(mergeRules, person.id, successor?.id);
    if (next === undefined) {
      throw new UsageError(
        `A merge rule of ${title} names ${person.name} alone, so nothing could be merged any more; give --successor <user>.`,
      );
    }
    const says =
      successor === undefined
        ? `take ${person.name} out of the merge rules of ${title}`
        : `put ${successor.name} in the place of ${person.name} in the merge rules of ${title}`;
    // The platform's own rules, with other people in them.
    return spaceId === undefined
      ? buildStep(says, organization.update, {
          organizationId,
          mergeRules: next as OrganizationMergeRules,
        })
      : buildStep(says, space.update, { spaceId, mergeRules: next as SpaceMergeRules });
  });
}

function reviewSteps(
  person: Named,
  successor: Named | undefined,
  { asked }: Belongings,
): readonly Step[] {
  return asked.flatMap(({ name, ...of }) => {
    const users = successor === undefined ? [] : [successor.id];
    const says = `take back the review of ${name} asked of ${person.name}`;
    return [
      ...(successor === undefined
        ? []
        : [buildStep(`ask ${successor.name} to review ${name}`, review.request, { ...of, users })]),
      buildStep(says, review.unrequest, { ...of, userId: person.id }),
    ];
  });
}

function teamSteps(organizationId: string, { to, teams }: Handed): readonly Step[] {
  return teams.map(({ id: teamId, title }) =>
    buildStep(`make ${to.name} owner of the team ${JSON.stringify(title)}`, team.putMember, {
      ...{ organizationId, teamId, userId: to.id },
      role: "owner",
    }),
  );
}

function grantSteps(organizationId: string, { to, grants }: Handed): readonly Step[] {
  return grants.map(({ thing, role }) => {
    const says = `grant ${to.name} the role ${role} in ${getName(thing)}`;
    return grantStep(says, thing, organizationId, { role, users: [to.id] });
  });
}

function grantStep(
  says: string,
  { kind, id }: Thing,
  organizationId: string,
  granted: { readonly role: Role; readonly users: readonly string[] },
): Step {
  switch (kind) {
    case "space":
      return buildStep(says, spacePermission.grant, { spaceId: id, ...granted });
    case "collection":
      return buildStep(says, collectionPermission.grant, { collectionId: id, ...granted });
    case "site":
      return buildStep(says, sitePermission.grant, { organizationId, siteId: id, ...granted });
  }
}

function notesOn(
  person: Named,
  successor: Named | undefined,
  { open, teams, links }: Belongings,
): readonly string[] {
  const ownerless = successor === undefined ? teams.filter((one) => one.isOnlyOwner) : [];
  return [
    ...open.map((name) => `Open, and stays under the name of ${person.name}: ${name}.`),
    ...ownerless.map(
      ({ title }) => `Nobody but the admins manages the team ${JSON.stringify(title)}.`,
    ),
    ...(links > 0
      ? [
          `${counted(links, "invite link leads", "invite links lead")} into the organization, whoever knows it: tome org invite list`,
        ]
      : []),
  ];
}
