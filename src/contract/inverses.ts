/**
 * Inverse operations of all writes: the table behind the history, `tome undo` and docs/inverses.md.
 * Each operation has an inverse or a reason why it has none.
 */
import { findOwn, mergeTables } from "../json/own-members.ts";
import { contentInverses } from "./content-inverses.ts";
import { integrationInverses } from "./integration-inverses.ts";
import {
  callOpposite,
  declareNoInverse,
  deleteCreated,
  type Inverse,
  type Inverses,
  type NoInverse,
  restoreFields,
} from "./inverse.ts";
import { createRoleInverses, teamRoles } from "./role-inverses.ts";
import { siteInverses } from "./site-inverses.ts";

const org = "/orgs/{organizationId}";
const declareLoss = (what: string) =>
  declareNoInverse(
    `The deletion is final: ${what} created again has another id and no links to it.`,
  );
const inviteIsSecret = declareNoInverse(
  "The id of an invite grants access, so the history stores a digest of it. See tome org invite list.",
);

const workspaceInverses = {
  // Own account
  updateUserById: restoreFields("/user"),
  createUserNotificationsToken: declareNoInverse("The token expires by itself."),
  // Organizations
  createOrganization: declareNoInverse("The API cannot delete organizations."),
  updateOrganizationById: restoreFields(org, {
    members: { logo: "urls.logo" },
  }),
  updateOrganizationAgentInstructions: restoreFields(`${org}/agent-instructions`),
  joinOrganization: declareNoInverse(
    "To leave the organization, run tome member remove with your own id.",
  ),
  joinOrganizationWithInvite: declareNoInverse(
    "To leave the organization, run tome member remove with your own id.",
  ),
  createOrganizationInvite: inviteIsSecret,
  updateOrganizationInviteById: inviteIsSecret,
  deleteOrganizationInviteById: inviteIsSecret,
  inviteUsersToOrganization: declareNoInverse(
    "The invitations have been sent, and users may be members already. To remove one, run tome member remove.",
  ),
  acceptInvitation: declareNoInverse(
    "To leave the organization, run tome member remove with your own id.",
  ),
  declineInvitation: declareNoInverse("Only an admin of the organization can invite you again."),
  withdrawOrganizationInvitation: declareNoInverse(
    "To invite the user again, run tome org invite users.",
  ),
  addOrganizationDomain: declareNoInverse("To give up a claim, run tome org domain remove."),
  checkOrganizationDomain: declareNoInverse("It only looks up a DNS record."),
  removeOrganizationDomain: declareNoInverse(
    "To claim and verify the domain again, run tome org domain add.",
  ),
  createOrganizationWebhook: {
    ...deleteCreated("deleteOrganizationWebhook", `${org}/webhooks`, "webhookId"),
    // The secret is only in the response of the creation.
    again: true,
    moving: ["problem", "active"],
  },
  updateOrganizationWebhook: restoreFields(`${org}/webhooks/{webhookId}`, {
    list: `${org}/webhooks`,
  }),
  deleteOrganizationWebhook: declareNoInverse(
    "The secret is deleted. To create another webhook, run tome org webhook create.",
  ),
  rotateOrganizationWebhookSecret: declareNoInverse(
    "The platform does not return the previous secret. To set a secret, run tome org webhook rotate --secret-file.",
  ),
  testOrganizationWebhook: declareNoInverse("The test event has been sent."),
  generateStorageUploadURL: declareNoInverse("An unused URL expires by itself."),
  createCustomFont: {
    how: "delete",
    by: "deleteCustomFont",
    named: { field: "fontId", member: "id" },
    look: `${org}/fonts/{fontId}`,
    list: `${org}/fonts`,
  },
  updateCustomFont: restoreFields(`${org}/fonts/{fontId}`, {
    list: `${org}/fonts`,
    untold: {
      fontFaces: "The platform does not return the keys of the previous files.",
    },
  }),
  deleteCustomFont: declareNoInverse(
    "The files are deleted with the font. To create it again, run tome org font create.",
  ),
  provisionOrganizationAgentConversation: declareNoInverse("The session expires by itself."),
  updateOrganizationAgentConversation: declareNoInverse(
    "A conversation cannot be read alone. To rename it again, run tome agent conversation update.",
  ),
  deleteOrganizationAgentConversation: declareNoInverse("The messages are deleted."),
  updateAgentTask: restoreFields(`${org}/agent-tasks/{agentTaskId}`, {
    list: `${org}/agent-tasks`,
  }),
  adsUpdateSite: declareNoInverse(
    "A review cannot be read alone. To decide again, run tome site ads review.",
  ),
  // Members
  updateMemberInOrganizationById: restoreFields(`${org}/members/{userId}`, {
    list: `${org}/members`,
  }),
  removeMemberFromOrganizationById: declareNoInverse(
    "Membership requires acceptance. To invite the user again, run tome org invite users.",
  ),
  setUserAsSSOMemberForOrganization: declareNoInverse(
    "The API cannot disable single sign-on for a member.",
  ),
  updateOrganizationMemberLastSeenAt: declareNoInverse(
    "It only records the time of the member's last visit.",
  ),
  // Teams
  createOrganizationTeam: deleteCreated("removeTeamFromOrganizationById", `${org}/teams`, "teamId"),
  updateTeamInOrganizationById: restoreFields(`${org}/teams/{teamId}`, { list: `${org}/teams` }),
  removeTeamFromOrganizationById: declareLoss("a team"),
  updateMembersInOrganizationTeam: teamRoles,
  addMemberToOrganizationTeamById: teamRoles,
  deleteMemberFromOrganizationTeamById: teamRoles,
  // Single sign-on
  createOrganizationSAMLProvider: deleteCreated(
    "deleteOrganizationSAMLProvider",
    `${org}/saml`,
    "samlProviderId",
  ),
  updateOrganizationSAMLProvider: restoreFields(`${org}/saml/{samlProviderId}`, {
    members: { defaultTeam: "defaultTeam.id" },
  }),
  deleteOrganizationSAMLProvider: declareLoss("a provider"),
  // Collections
  createCollection: {
    ...deleteCreated(
      "deleteCollectionById",
      `${org}/collections`,
      "collectionId",
      "/collections/{collectionId}",
    ),
    holds: [{ list: "/collections/{collectionId}/spaces" }],
  },
  updateCollectionById: restoreFields("/collections/{collectionId}", {
    list: "/orgs/{organization}/collections",
  }),
  moveCollection: { how: "move", among: "collections", named: "collectionId" },
  transferCollection: declareNoInverse(
    "An admin of the other organization can transfer it back with tome collection transfer.",
  ),
  deleteCollectionById: declareLoss("a collection"),
  ...createRoleInverses("/collections/{collectionId}", "Collection"),
  // Spaces
  createSpace: deleteCreated("deleteSpaceById", `${org}/spaces`, "spaceId", "/spaces/{spaceId}"),
  duplicateSpace: {
    how: "delete",
    by: "deleteSpaceById",
    named: { field: "spaceId", member: "id" },
    look: "/spaces/{spaceId}",
  },
  updateSpaceById: restoreFields("/spaces/{spaceId}", {
    list: "/orgs/{organization}/spaces",
    members: { icon: "urls.icon" },
    instead: { icon: "emoji" },
  }),
  moveSpace: { how: "move", among: "spaces", named: "spaceId" },
  transferSpace: declareNoInverse(
    "An admin of the other organization can transfer it back with tome space transfer.",
  ),
  deleteSpaceById: callOpposite("restoreSpace", "/spaces/{spaceId}", "absent"),
  restoreSpace: callOpposite("deleteSpaceById", "/spaces/{spaceId}", "present"),
  ...createRoleInverses("/spaces/{spaceId}", "Space"),
};

const inverses: Inverses = mergeTables(
  workspaceInverses,
  contentInverses,
  integrationInverses,
  siteInverses,
);

/** The inverse of an operation by name; undefined for one that changes nothing. */
export function findInverse(operation: string): Inverse | NoInverse | undefined {
  return findOwn(inverses, operation);
}
