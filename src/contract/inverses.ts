/**
 * Inverse operations of all writes: the table behind the history, `tome undo` and docs/inverses.md.
 * Each operation has an inverse or a reason why it has none.
 */
import { findOwn } from "../json/own-members.ts";
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
  noInverse(`The deletion is final: ${what} created again has another id and no links to it.`);
const inviteIsSecret = noInverse(
  "The id of an invite grants access, so the history stores a digest of it. See tome org invite list.",
);

const inverses: Inverses = {
  // Own account
  updateUserById: fieldsBack("/user"),
  createUserNotificationsToken: noInverse("The token expires by itself."),
  // Organizations
  createOrganization: noInverse("The API cannot delete organizations."),
  updateOrganizationById: fieldsBack(org, {
    members: { logo: "urls.logo" },
  }),
  updateOrganizationAgentInstructions: fieldsBack(`${org}/agent-instructions`),
  joinOrganization: noInverse(
    "To leave the organization, run tome member remove with your own id.",
  ),
  joinOrganizationWithInvite: noInverse(
    "To leave the organization, run tome member remove with your own id.",
  ),
  createOrganizationInvite: inviteIsSecret,
  updateOrganizationInviteById: inviteIsSecret,
  deleteOrganizationInviteById: inviteIsSecret,
  inviteUsersToOrganization: noInverse(
    "The invitations have been sent, and users may be members already. To remove one, run tome member remove.",
  ),
  acceptInvitation: noInverse(
    "To leave the organization, run tome member remove with your own id.",
  ),
  declineInvitation: noInverse("Only an admin of the organization can invite you again."),
  withdrawOrganizationInvitation: noInverse("To invite the user again, run tome org invite users."),
  addOrganizationDomain: noInverse("To give up a claim, run tome org domain remove."),
  checkOrganizationDomain: noInverse("It only looks up a DNS record."),
  removeOrganizationDomain: noInverse(
    "To claim and verify the domain again, run tome org domain add.",
  ),
  createOrganizationWebhook: {
    ...deletedBy("deleteOrganizationWebhook", `${org}/webhooks`, "webhookId"),
    // The secret is only in the response of the creation.
    again: true,
    moving: ["problem", "active"],
  },
  updateOrganizationWebhook: fieldsBack(`${org}/webhooks/{webhookId}`, {
    list: `${org}/webhooks`,
  }),
  deleteOrganizationWebhook: noInverse(
    "The secret is deleted. To create another webhook, run tome org webhook create.",
  ),
  rotateOrganizationWebhookSecret: noInverse(
    "The platform does not return the previous secret. To set a secret, run tome org webhook rotate --secret-file.",
  ),
  testOrganizationWebhook: noInverse("The test event has been sent."),
  generateStorageUploadURL: noInverse("An unused URL expires by itself."),
  createCustomFont: {
    how: "delete",
    by: "deleteCustomFont",
    named: { field: "fontId", member: "id" },
    look: `${org}/fonts/{fontId}`,
    list: `${org}/fonts`,
  },
  updateCustomFont: fieldsBack(`${org}/fonts/{fontId}`, {
    list: `${org}/fonts`,
    untold: {
      fontFaces: "The platform does not return the keys of the previous files.",
    },
  }),
  deleteCustomFont: noInverse(
    "The files are deleted with the font. To create it again, run tome org font create.",
  ),
  provisionOrganizationAgentConversation: noInverse("The session expires by itself."),
  updateOrganizationAgentConversation: noInverse(
    "A conversation cannot be read alone. To rename it again, run tome agent conversation update.",
  ),
  deleteOrganizationAgentConversation: noInverse("The messages are deleted."),
  updateAgentTask: fieldsBack(`${org}/agent-tasks/{agentTaskId}`, {
    list: `${org}/agent-tasks`,
  }),
  adsUpdateSite: noInverse(
    "A review cannot be read alone. To decide again, run tome site ads review.",
  ),
  // Members
  updateMemberInOrganizationById: fieldsBack(`${org}/members/{userId}`, {
    list: `${org}/members`,
  }),
  removeMemberFromOrganizationById: noInverse(
    "Membership requires acceptance. To invite the user again, run tome org invite users.",
  ),
  setUserAsSSOMemberForOrganization: noInverse(
    "The API cannot disable single sign-on for a member.",
  ),
  updateOrganizationMemberLastSeenAt: noInverse(
    "It only records the time of the member's last visit.",
  ),
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
    "An admin of the other organization can transfer it back with tome collection transfer.",
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
    "An admin of the other organization can transfer it back with tome space transfer.",
  ),
  deleteSpaceById: opposite("restoreSpace", "/spaces/{spaceId}", "absent"),
  restoreSpace: opposite("deleteSpaceById", "/spaces/{spaceId}", "present"),
  ...rolesIn("/spaces/{spaceId}", "Space"),
  ...contentInverses,
  ...integrationInverses,
  ...siteInverses,
};

/** The inverse of an operation by name; undefined for one that changes nothing. */
export function findInverse(operation: string): Inverse | NoInverse | undefined {
  return findOwn(inverses, operation);
}
