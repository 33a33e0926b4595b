/**
 * How each operation that changes something is taken back: the one table behind the history that
 * commands leave, `tome undo` and docs/inverses.md. An operation is in it by its name, with its inverse
 * or with the reason why it has none.
 */
import { contentInverses } from "./content-inverses.ts";
import { integrationInverses } from "./integration-inverses.ts";
import {
  deletedBy,
  fieldsBack,
  type Inverse,
  type Inverses,
  type NoInverse,
  noInverse,
  opposite,
} from "./inverse.ts";
import { rolesIn, teamRoles } from "./role-inverses.ts";
import { siteInverses } from "./site-inverses.ts";

const org = "/orgs/{organizationId}";
const lost = (what: string) =>
  noInverse(
    `What is deleted is gone: ${what} made anew has another id, and nothing that led to it.`,
  );
const inviteIsSecret = noInverse(
  "The id of an invite gives access, so the history keeps only a digest of it; see tome org invite list.",
);

const inverses: Inverses = {
  // Oneself
  updateUserById: fieldsBack("/user"),
  // Organizations
  createOrganization: noInverse("The API has no operation that deletes an organization."),
  updateOrganizationById: fieldsBack(org, {
    members: { logo: "urls.logo" },
  }),
  updateOrganizationAgentInstructions: fieldsBack(`${org}/agent-instructions`),
  joinOrganization: noInverse("To leave again: tome member remove, with your own id."),
  joinOrganizationWithInvite: noInverse("To leave again: tome member remove, with your own id."),
  createOrganizationInvite: inviteIsSecret,
  updateOrganizationInviteById: inviteIsSecret,
  deleteOrganizationInviteById: inviteIsSecret,
  inviteUsersToOrganization: noInverse(
    "The mails are sent. Those who came can be removed: tome member remove.",
  ),
  acceptInvitation: noInverse("To leave again: tome member remove, with your own id."),
  declineInvitation: noInverse("Only an admin of the organization can invite you again."),
  withdrawOrganizationInvitation: noInverse(
    "The user has to be invited again: tome org invite users.",
  ),
  addOrganizationDomain: noInverse("A claim is given up by: tome org domain remove."),
  checkOrganizationDomain: noInverse("It only looks up a record."),
  removeOrganizationDomain: noInverse(
    "The domain has to be claimed and verified again: tome org domain add.",
  ),
  // Members
  updateMemberInOrganizationById: fieldsBack(`${org}/members/{userId}`, {
    list: `${org}/members`,
  }),
  removeMemberFromOrganizationById: noInverse(
    "Nobody becomes a member without accepting: invite them again with tome org invite users.",
  ),
  setUserAsSSOMemberForOrganization: noInverse(
    "The API has no operation by which a member signs in without single sign-on again.",
  ),
  updateOrganizationMemberLastSeenAt: noInverse("It only says when somebody was last there."),
  // Teams
  createOrganizationTeam: deletedBy("removeTeamFromOrganizationById", `${org}/teams`, "teamId"),
  updateTeamInOrganizationById: fieldsBack(`${org}/teams/{teamId}`, { list: `${org}/teams` }),
  removeTeamFromOrganizationById: lost("a team"),
  updateMembersInOrganizationTeam: teamRoles,
  addMemberToOrganizationTeamById: teamRoles,
  deleteMemberFromOrganizationTeamById: teamRoles,
  // Single sign-on
  createOrganizationSAMLProvider: deletedBy(
    "deleteOrganizationSAMLProvider",
    `${org}/saml`,
    "samlProviderId",
  ),
  updateOrganizationSAMLProvider: fieldsBack(`${org}/saml/{samlProviderId}`, {
    members: { defaultTeam: "defaultTeam.id" },
  }),
  deleteOrganizationSAMLProvider: lost("a provider"),
  // Collections
  createCollection: {
    ...deletedBy(
      "deleteCollectionById",
      `${org}/collections`,
      "collectionId",
      "/collections/{collectionId}",
    ),
    holds: [{ list: "/collections/{collectionId}/spaces" }],
  },
  updateCollectionById: fieldsBack("/collections/{collectionId}", {
    list: "/orgs/{organization}/collections",
  }),
  moveCollection: { how: "move", among: "collections", named: "collectionId" },
  transferCollection: noInverse(
    "An admin of the other organization can send it back: tome collection transfer.",
  ),
  deleteCollectionById: lost("a collection"),
  ...rolesIn("/collections/{collectionId}", "Collection"),
  // Spaces
  createSpace: deletedBy("deleteSpaceById", `${org}/spaces`, "spaceId", "/spaces/{spaceId}"),
  duplicateSpace: {
    how: "delete",
    by: "deleteSpaceById",
    named: { field: "spaceId", member: "id" },
    look: "/spaces/{spaceId}",
  },
  updateSpaceById: fieldsBack("/spaces/{spaceId}", {
    list: "/orgs/{organization}/spaces",
    members: { icon: "urls.icon" },
    instead: { icon: "emoji" },
  }),
  moveSpace: { how: "move", among: "spaces", named: "spaceId" },
  transferSpace: noInverse(
    "An admin of the other organization can send it back: tome space transfer.",
  ),
  deleteSpaceById: opposite("restoreSpace", "/spaces/{spaceId}", "absent"),
  restoreSpace: opposite("deleteSpaceById", "/spaces/{spaceId}", "present"),
  ...rolesIn("/spaces/{spaceId}", "Space"),
  ...contentInverses,
  ...integrationInverses,
  ...siteInverses,
};

/** How an operation is taken back, by its name; undefined for one that changes nothing. */
export function findInverse(operation: string): Inverse | NoInverse | undefined {
  return Object.hasOwn(inverses, operation) ? inverses[operation] : undefined;
}
