/** Rules for members, guests, grants, invite links and single sign-on. */
import { createHash } from "node:crypto";
import type { JsonObject } from "../../context.ts";
import * as member from "../../contract/member.ts";
import * as invite from "../../contract/organization-invite.ts";
import * as saml from "../../contract/saml.ts";
import * as spacePermission from "../../contract/space-permission.ts";
import { findKeyFault, parseCertificates } from "../../files/certificates.ts";
import { asObject, asText } from "../../json/values.ts";
import { day, type FindFindings, inEachSpace } from "./organization-scope.ts";

function getName(person: JsonObject): string {
  const user = asObject(person.user ?? person);
  return asText(user.displayName) || asText(user.email) || asText(user.id);
}

function getUserId(person: JsonObject): string {
  return asText(asObject(person.user ?? null).id) || asText(person.id);
}

export const findEditingGuests: FindFindings = async ({ reading, spaces, listFor }) => {
  const checkedSpaces = new Map(spaces.map((one) => [one.id, one]));
  const guests = (await reading.members())?.filter(
    ({ role, disabled }) => role === null && disabled !== true,
  );
  const findings = await Promise.all(
    (guests ?? []).map(async (guest) => {
      const label = `the spaces of ${getName(guest)}`;
      const { organizationId } = reading;
      const userId = getUserId(guest);
      const grants = await reading.list(label, member.spaces, { organizationId, userId });
      return (grants ?? []).flatMap(({ permission, space }) => {
        const where = checkedSpaces.get(asText(asObject(space ?? null).id));
        if (!where) return [];
        if (!listFor("guest-may-edit", "roles", where).includes(asText(permission))) return [];
        const message = `The guest ${getName(guest)} has the role ${asText(permission)} in ${where.title}.`;
        const title = getName(guest);
        const shared = { rule: "guest-may-edit", id: userId, target: where.id, title, message };
        return [{ ...shared, spaces: [where.id] }];
      });
    }),
  );
  return findings.flat();
};

export const findDoubleGrants: FindFindings = inEachSpace(async (where, { reading }) => {
  const parameters = { spaceId: where.id };
  const label = (what: string) => `the ${what} with a role in ${JSON.stringify(where.title)}`;
  const users = await reading.list(label("users"), spacePermission.listUsers, parameters);
  if (users === undefined || users.length === 0) return [];
  const teams = (await reading.list(label("teams"), spacePermission.listTeams, parameters)) ?? [];
  const teamsOf = new Map<string, string>();
  for (const { team } of teams) {
    const { id, title } = asObject(team ?? null);
    for (const one of (await reading.teamMembers(asText(id))) ?? []) {
      teamsOf.set(getUserId(asObject(one.organization ?? null)), asText(title));
    }
  }
  return users.flatMap((grant) => {
    const id = getUserId(grant);
    const team = teamsOf.get(id);
    if (team === undefined) return [];
    const message = `${getName(grant)} has a direct grant (${asText(grant.permission)}) in addition to the grant of the team ${team}.`;
    return [{ rule: "grant-beside-team", id: where.id, target: id, title: where.title, message }];
  });
});

export const findSingleAdmin: FindFindings = async ({ reading }) => {
  const members = await reading.members();
  if (members === undefined) return [];
  const admins = members.filter(({ role, disabled }) => role === "admin" && disabled !== true);
  if (admins.length > 1) return [];
  const [only] = admins;
  const message = only ? `${getName(only)} is the only active admin.` : "There is no active admin.";
  const organization = await reading.organization();
  const title = asText(organization?.title) || reading.organizationId;
  return [{ rule: "one-admin", id: reading.organizationId, target: "", title, message }];
};

export const findUnusedTeams: FindFindings = async ({ reading }) =>
  ((await reading.teams()) ?? []).flatMap((team) => {
    const lacks = [
      ...(team.members === 0 ? ["no members"] : []),
      ...(team.spaces === 0 ? ["no access to a space"] : []),
    ];
    if (lacks.length === 0) return [];
    const message = `The team has ${lacks.join(" and ")}.`;
    return [
      { rule: "team-unused", id: asText(team.id), target: "", title: asText(team.title), message },
    ];
  });

export const findAbsentMembers: FindFindings = async ({ reading, now, computeNumber }) => {
  const days = computeNumber("member-unseen", "days");
  return ((await reading.members()) ?? []).flatMap((one) => {
    const last = Date.parse(asText(one.lastSeenAt) || asText(one.joinedAt));
    if (one.disabled === true || Number.isNaN(last) || now - last < days * day) return [];
    const age = Math.floor((now - last) / day);
    const never = one.lastSeenAt === undefined;
    const message = never
      ? `Joined ${age} days ago and has not been active since.`
      : `Last active ${age} days ago.`;
    const shared = { rule: "member-unseen", id: getUserId(one), target: "" };
    return [{ ...shared, title: getName(one), message }];
  });
};

export const findHighInvites: FindFindings = async ({ reading, listFor }) => {
  const roles = listFor("invite-link-role", "roles");
  const { organizationId } = reading;
  const invites = await reading.list("the invite links", invite.list, { organizationId });
  return (invites ?? []).flatMap((one) => {
    const role = asText(one.level) || asText(one.role);
    if (!roles.includes(role)) return [];
    const where = asObject(one.space ?? one.collection ?? null);
    const what = asText(where.title) || "the organization";
    // The id of an invite link is a secret, so only its digest is reported.
    const id = createHash("sha256").update(asText(one.id)).digest("hex").slice(0, 20);
    const message = `The link grants the role ${role} in ${what} to every user who opens it.`;
    return [
      { rule: "invite-link-role", id, target: role, title: `Invite link to ${what}`, message },
    ];
  });
};

export const findEndingCertificates: FindFindings = async ({ reading, now, computeNumber }) => {
  const days = computeNumber("certificate-ending", "days");
  const { organizationId } = reading;
  const providers = await reading.list("the SAML providers", saml.list, { organizationId });
  return (providers ?? []).flatMap((one) => {
    const message = describeCertificates(asText(one.certificate), now, days);
    if (message === undefined) return [];
    const shared = { rule: "certificate-ending", id: asText(one.id), target: "" };
    return [{ ...shared, title: asText(one.label), message }];
  });
};

/** During a rollover, a provider has several certificates, and the last one to expire counts. */
function describeCertificates(text: string, now: number, days: number): string | undefined {
  if (text.trim() === "") return undefined;
  const certificates = parseCertificates(text);
  if (certificates.length === 0) return "The certificate cannot be read.";
  const weak = certificates.map(findKeyFault).find((fault) => fault !== undefined);
  if (weak !== undefined) return `A certificate ${weak}.`;
  const end = certificates.reduce(
    (last, { validTo }) => Math.max(last, Date.parse(validTo)),
    Number.NEGATIVE_INFINITY,
  );
  const remainingDays = Math.floor((end - now) / day);
  if (remainingDays >= days) return undefined;
  const date = new Date(end).toISOString().slice(0, 10);
  const subject = certificates.length === 1 ? "The certificate" : "The last certificate";
  return remainingDays < 0 ? `${subject} expired on ${date}.` : `${subject} expires on ${date}.`;
}
