/** References to a user in an organization: rules, reviews, change requests, teams and grants. */

import type { JsonObject } from "../../context.ts";
import * as changeRequest from "../../contract/cr.ts";
import * as member from "../../contract/member.ts";
import * as invite from "../../contract/organization-invite.ts";
import { asObject, asObjects, asText, isList } from "../../json/values.ts";
import { type AccessResource, readGrants, readThings } from "../access/resources.ts";
import type { OrganizationReader } from "../organization/organization-reader.ts";

/** Merge rules of the organization or a space that name the user. */
export interface NamingRules {
  /** Undefined for the rules of the organization. */
  readonly spaceId: string | undefined;
  readonly title: string;
  readonly mergeRules: JsonObject;
}

export interface TeamMembership {
  readonly id: string;
  readonly title: string;
  /** Whether the user is the only owner. */
  readonly isOnlyOwner: boolean;
}

/** A change request with a review request to the user. */
export interface AskedReview {
  readonly spaceId: string;
  readonly changeRequestId: string;
  /** The id of the author, who cannot review it. */
  readonly authorId: string;
  /** `change request #7 "Fix" in the space "Handbook"`. */
  readonly name: string;
}

export interface Belongings {
  readonly rules: readonly NamingRules[];
  readonly asked: readonly AskedReview[];
  /** Names of the open change requests of the user. */
  readonly open: readonly string[];
  readonly teams: readonly TeamMembership[];
  readonly grants: readonly { readonly thing: AccessResource; readonly role: string }[];
  /** The number of invite links; the platform does not return their creators. */
  readonly links: number;
}

/** @param isMember whether to read teams, which is possible only for members */
export async function readBelongings(
  reading: OrganizationReader,
  userId: string,
  isMember: boolean,
): Promise<Belongings> {
  const { organizationId } = reading;
  const status = ["open", "draft"] as const;
  const [rules, asked, open, teams, grants, links] = await Promise.all([
    readRules(reading, userId),
    reading.list("their review requests", changeRequest.listInOrganization, {
      organizationId,
      requestedReviewer: userId,
      status,
    }),
    reading.list("their change requests", changeRequest.listInOrganization, {
      organizationId,
      creator: userId,
      status,
    }),
    isMember ? readTeams(reading, userId) : [],
    readGranted(reading, userId),
    reading.list("the invite links", invite.list, { organizationId }),
  ]);
  const titles = new Map((await reading.spaces())?.map(({ id, title }) => [id, asText(title)]));
  const formatName = ({ number, subject, space }: JsonObject) => {
    const where = JSON.stringify(titles.get(space ?? "") ?? asText(space));
    return `change request #${String(number)} ${JSON.stringify(asText(subject))} in the space ${where}`;
  };
  return {
    rules,
    asked: (asked ?? []).map((one) => ({
      spaceId: asText(one.space),
      changeRequestId: asText(one.id),
      authorId: asText(asObject(one.createdBy).id),
      name: formatName(one),
    })),
    open: (open ?? []).map(formatName),
    teams,
    grants,
    links: links?.length ?? 0,
  };
}

async function readRules(
  reading: OrganizationReader,
  userId: string,
): Promise<readonly NamingRules[]> {
  const [organization, spaces] = await Promise.all([reading.organization(), reading.spaces()]);
  const organizationRules = { spaceId: undefined, title: "the organization" };
  return [
    { ...organizationRules, mergeRules: asObject(organization?.mergeRules) },
    ...(spaces ?? []).map(({ id, title, mergeRules }) => ({
      spaceId: asText(id),
      title: `the space ${JSON.stringify(asText(title))}`,
      mergeRules: asObject(mergeRules),
    })),
  ].filter(({ mergeRules }) =>
    asObjects(mergeRules.rules).some((rule) => mentionsUser(rule, userId)),
  );
}

function mentionsUser({ users }: JsonObject, userId: string): boolean {
  return isList(users) && users.includes(userId);
}

/** Replaces the user by the successor in the rules; undefined if a rule would have no users left. */
export function replaceInRules(
  mergeRules: JsonObject,
  userId: string,
  successor: string | undefined,
): JsonObject | undefined {
  let isEmptied = false;
  const rules = asObjects(mergeRules.rules).map((rule) => {
    if (!mentionsUser(rule, userId) || !isList(rule.users)) return rule;
    const others = rule.users.filter((id) => id !== userId);
    const next = successor === undefined || others.includes(successor) ? [] : [successor];
    const users = [...others, ...next];
    if (users.length === 0) isEmptied = true;
    return { ...rule, users };
  });
  return isEmptied ? undefined : { ...mergeRules, rules };
}

async function readTeams(
  reading: OrganizationReader,
  userId: string,
): Promise<readonly TeamMembership[]> {
  const { organizationId } = reading;
  const teams = await reading.list("their teams", member.teams, { organizationId, userId });
  return Promise.all(
    (teams ?? []).map(async ({ team, member: role }) => {
      const { id, title } = asObject(team);
      const isOwner = asObject(role).role === "owner";
      const members = isOwner ? ((await reading.teamMembers(asText(id))) ?? []) : [];
      const owners = members.filter((one) => asObject(one.team).role === "owner");
      return { id: asText(id), title: asText(title), isOnlyOwner: isOwner && owners.length <= 1 };
    }),
  );
}

async function readGranted(reading: OrganizationReader, userId: string) {
  const things = await readThings(reading);
  const read = await Promise.all(
    things.map(async (thing) => {
      const grant = (await readGrants(reading, thing))?.users.get(userId);
      return grant === undefined ? [] : [{ thing, role: grant.role ?? "none" }];
    }),
  );
  return read.flat();
}
