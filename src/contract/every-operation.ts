/** All operations of the contract. Written by `npm run generate` from its modules; not to be edited. */

import * as auditEvent from "./audit-event.ts";
import * as collection from "./collection.ts";
import * as collectionPermission from "./collection-permission.ts";
import * as comment from "./comment.ts";
import * as commentReply from "./comment-reply.ts";
import * as content from "./content.ts";
import * as contentImport from "./content-import.ts";
import * as conversation from "./conversation.ts";
import * as conversationCluster from "./conversation-cluster.ts";
import * as conversationIssue from "./conversation-issue.ts";
import * as cr from "./cr.ts";
import * as crComment from "./cr-comment.ts";
import * as crCommentReply from "./cr-comment-reply.ts";
import * as crContent from "./cr-content.ts";
import * as crReview from "./cr-review.ts";
import type { Endpoint } from "./endpoint.ts";
import * as file from "./file.ts";
import * as git from "./git.ts";
import * as hostname from "./hostname.ts";
import * as integration from "./integration.ts";
import * as integrationEvent from "./integration-event.ts";
import * as integrationInstallation from "./integration-installation.ts";
import * as invitation from "./invitation.ts";
import * as member from "./member.ts";
import * as openapi from "./openapi.ts";
import * as openapiVersion from "./openapi-version.ts";
import * as orgInstructions from "./org-instructions.ts";
import * as organization from "./organization.ts";
import * as organizationDomain from "./organization-domain.ts";
import * as organizationInvite from "./organization-invite.ts";
import * as page from "./page.ts";
import * as revision from "./revision.ts";
import * as saml from "./saml.ts";
import * as site from "./site.ts";
import * as siteAdaptiveSchema from "./site-adaptive-schema.ts";
import * as siteAuth from "./site-auth.ts";
import * as siteContent from "./site-content.ts";
import * as siteCustomization from "./site-customization.ts";
import * as siteExternalLink from "./site-external-link.ts";
import * as sitePermission from "./site-permission.ts";
import * as siteRedirect from "./site-redirect.ts";
import * as siteSection from "./site-section.ts";
import * as siteSectionGroup from "./site-section-group.ts";
import * as siteShareLink from "./site-share-link.ts";
import * as siteSpace from "./site-space.ts";
import * as siteTemplate from "./site-template.ts";
import * as space from "./space.ts";
import * as spacePermission from "./space-permission.ts";
import * as sso from "./sso.ts";
import * as team from "./team.ts";
import * as translation from "./translation.ts";
import * as url from "./url.ts";
import * as user from "./user.ts";

const modules: readonly Readonly<Record<string, Endpoint>>[] = [
  auditEvent,
  collection,
  collectionPermission,
  comment,
  commentReply,
  content,
  contentImport,
  conversation,
  conversationCluster,
  conversationIssue,
  cr,
  crComment,
  crCommentReply,
  crContent,
  crReview,
  file,
  git,
  hostname,
  integration,
  integrationEvent,
  integrationInstallation,
  invitation,
  member,
  openapi,
  openapiVersion,
  orgInstructions,
  organization,
  organizationDomain,
  organizationInvite,
  page,
  revision,
  saml,
  site,
  siteAdaptiveSchema,
  siteAuth,
  siteContent,
  siteCustomization,
  siteExternalLink,
  sitePermission,
  siteRedirect,
  siteSection,
  siteSectionGroup,
  siteShareLink,
  siteSpace,
  siteTemplate,
  space,
  spacePermission,
  sso,
  team,
  translation,
  url,
  user,
];

/** The bundler may give a module an export of its own, which is no operation. */
export const everyOperation: readonly Endpoint[] = modules
  .flatMap((one) => Object.values(one))
  .filter((one) => "route" in one);
