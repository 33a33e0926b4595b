/** Steps of an offboarding: the handover to the successor, then the removal of access. */

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
import { formatCount } from "../../json/pluralize.ts";
import { createRevocation } from "../access/decision-steps.ts";
import { type AccessResource, getName } from "../access/resources.ts";
import type { OrganizationReader } from "../organization/organization-reader.ts";
import { buildStep, type OrganizationStep } from "../organization/steps.ts";
import { type Belongings, replaceInRules } from "./mentions.ts";
import { checkReviews, type HandoverPlan, type NamedUser, planHandover } from "./successor.ts";

export interface OffboardPlan {
  /** The removal starts only if all of these steps succeed. */
  readonly handover: readonly OrganizationStep[];
  readonly removal: readonly OrganizationStep[];
  /** Sentences about data that cannot be handed over. */
  readonly notes: readonly string[];
}

/**
 * @throws UsageError if a rule would have no users left, or if the successor lacks the permission for the
 *   reviews that are handed over
 */
export async function planOffboarding(
  reading: OrganizationReader,
  person: NamedUser,
  {
    successor,
    isMember,
    keepsMember,
  }: {
    readonly successor: NamedUser | undefined;
    readonly isMember: boolean;
    readonly keepsMember: boolean;
  },
  belongings: Belongings,
): Promise<OffboardPlan> {
  const { organizationId } = reading;
  const { teams, grants } = belongings;
  const handed = successor && (await planHandover(reading, successor, belongings));
  if (handed !== undefined) await checkReviews(reading, handed, belongings);
  const handover = [
    ...listRuleSteps(organizationId, person, successor, belongings),
    ...reviewSteps(person, successor, belongings),
    ...(handed === undefined ? [] : listTeamSteps(organizationId, handed)),
    ...(handed === undefined ? [] : grantSteps(organizationId, handed)),
  ];
  const removal = [
    ...grants.map(({ thing }) => {
      const target = { object: thing.kind, id: thing.id, title: thing.title };
      const user = { id: person.id, displayName: person.name, email: null };
      const says = `revoke the grant of ${person.name} in ${getName(thing)}`;
      return createRevocation(says, { thing: target, user }, organizationId);
    }),
    ...teams.map(({ id: teamId, title }) => {
      const says = `remove ${person.name} from the team ${JSON.stringify(title)}`;
      return buildStep(says, team.dropMember, { organizationId, teamId, userId: person.id });
    }),
    ...(isMember ? listMembershipSteps(organizationId, person, keepsMember) : []),
  ];
  return { handover, removal, notes: listNotes(person, successor, belongings) };
}

function listMembershipSteps(
  organizationId: string,
  { id: userId, name, role }: NamedUser,
  keepsMember: boolean,
): readonly OrganizationStep[] {
  const parameters = { organizationId, userId };
  if (!keepsMember) {
    return [buildStep(`remove ${name} from the organization`, member.remove, parameters)];
  }
  if (role === null) return [];
  return [buildStep(`make ${name} a guest`, member.update, { ...parameters, role: null })];
}

function listRuleSteps(
  organizationId: string,
  person: NamedUser,
  successor: NamedUser | undefined,
  { rules }: Belongings,
): readonly OrganizationStep[] {
  return rules.map(({ spaceId, title, mergeRules }) => {
    const next = replaceInRules(mergeRules, person.id, successor?.id);
    if (next === undefined) {
      throw new UsageError(
        `${person.name} is the only user in a merge rule of ${title}. Specify --successor <user>.`,
      );
    }
    const says =
      successor === undefined
        ? `remove ${person.name} from the merge rules of ${title}`
        : `replace ${person.name} with ${successor.name} in the merge rules of ${title}`;
    // The rules come from the platform, so they match the model of the contract.
    return spaceId === undefined
      ? buildStep(says, organization.update, {
          organizationId,
          mergeRules: next as OrganizationMergeRules,
        })
      : buildStep(says, space.update, { spaceId, mergeRules: next as SpaceMergeRules });
  });
}

function reviewSteps(
  person: NamedUser,
  successor: NamedUser | undefined,
  { asked }: Belongings,
): readonly OrganizationStep[] {
  return asked.flatMap(({ name, authorId, ...parameters }) => {
    const users = successor === undefined ? [] : [successor.id];
    const says = `cancel the review request to ${person.name} for ${name}`;
    return [
      ...(successor === undefined || authorId === successor.id
        ? []
        : [
            buildStep(`request a review by ${successor.name} for ${name}`, review.request, {
              ...parameters,
              users,
            }),
          ]),
      buildStep(says, review.unrequest, { ...parameters, userId: person.id }),
    ];
  });
}

function listTeamSteps(
  organizationId: string,
  { to, teams }: HandoverPlan,
): readonly OrganizationStep[] {
  return teams.map(({ id: teamId, title }) =>
    buildStep(`make ${to.name} an owner of the team ${JSON.stringify(title)}`, team.putMember, {
      ...{ organizationId, teamId, userId: to.id },
      role: "owner",
    }),
  );
}

function grantSteps(
  organizationId: string,
  { to, grants }: HandoverPlan,
): readonly OrganizationStep[] {
  return grants.map(({ thing, role }) => {
    const says = `grant ${to.name} the role ${role} in ${getName(thing)}`;
    return grantStep(says, thing, organizationId, { role, users: [to.id] });
  });
}

function grantStep(
  says: string,
  { kind, id }: AccessResource,
  organizationId: string,
  grant: { readonly role: Role; readonly users: readonly string[] },
): OrganizationStep {
  switch (kind) {
    case "space":
      return buildStep(says, spacePermission.grant, { spaceId: id, ...grant });
    case "collection":
      return buildStep(says, collectionPermission.grant, { collectionId: id, ...grant });
    case "site":
      return buildStep(says, sitePermission.grant, { organizationId, siteId: id, ...grant });
  }
}

function listNotes(
  person: NamedUser,
  successor: NamedUser | undefined,
  { asked, open, teams, links }: Belongings,
): readonly string[] {
  const ownerless = successor === undefined ? teams.filter((one) => one.isOnlyOwner) : [];
  const authored = asked.filter(({ authorId }) => authorId === successor?.id);
  return [
    ...authored.map(
      ({ name }) =>
        `No other review is requested for ${name}, because ${successor?.name} is its author.`,
    ),
    ...open.map((name) => `Still open under the name of ${person.name}: ${name}.`),
    ...(open.length > 0
      ? [
          "The creator of a change request cannot be changed. Users who can edit the space can edit and merge it, unless a merge rule requires its author.",
        ]
      : []),
    ...ownerless.map(
      ({ title }) =>
        `The team ${JSON.stringify(title)} has no owner and is managed only by admins.`,
    ),
    ...(links > 0
      ? [
          `${formatCount(links, "invite link remains", "invite links remain")} active. To list them: tome org invite list`,
        ]
      : []),
  ];
}
