/** All operations of the contract. Written by `npm run generate` from its modules; not to be edited. */

import * as auditEvent from "../contract/audit-event.ts";
import * as collection from "../contract/collection.ts";
import * as collectionPermission from "../contract/collection-permission.ts";
import * as comment from "../contract/comment.ts";
import * as commentReply from "../contract/comment-reply.ts";
import * as content from "../contract/content.ts";
import * as conversation from "../contract/conversation.ts";
import * as conversationCluster from "../contract/conversation-cluster.ts";
import * as conversationIssue from "../contract/conversation-issue.ts";
import * as cr from "../contract/cr.ts";
import * as crComment from "../contract/cr-comment.ts";
import * as crCommentReply from "../contract/cr-comment-reply.ts";
import * as crContent from "../contract/cr-content.ts";
import * as crReview from "../contract/cr-review.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import * as file from "../contract/file.ts";
import * as git from "../contract/git.ts";
import * as integration from "../contract/integration.ts";
import * as integrationEvent from "../contract/integration-event.ts";
import * as integrationInstallation from "../contract/integration-installation.ts";
import * as member from "../contract/member.ts";
import * as openapi from "../contract/openapi.ts";
import * as openapiVersion from "../contract/openapi-version.ts";
import * as orgInstructions from "../contract/org-instructions.ts";
import * as organization from "../contract/organization.ts";
import * as organizationInvite from "../contract/organization-invite.ts";
import * as page from "../contract/page.ts";
import * as revision from "../contract/revision.ts";
import * as saml from "../contract/saml.ts";
import * as site from "../contract/site.ts";
import * as siteAdaptiveSchema from "../contract/site-adaptive-schema.ts";
import * as siteAuth from "../contract/site-auth.ts";
import * as siteContent from "../contract/site-content.ts";
import * as siteCustomization from "../contract/site-customization.ts";
import * as siteExternalLink from "../contract/site-external-link.ts";
import * as sitePermission from "../contract/site-permission.ts";
import * as siteRedirect from "../contract/site-redirect.ts";
import * as siteSection from "../contract/site-section.ts";
import * as siteSectionGroup from "../contract/site-section-group.ts";
import * as siteShareLink from "../contract/site-share-link.ts";
import * as siteSpace from "../contract/site-space.ts";
import * as siteTemplate from "../contract/site-template.ts";
import * as space from "../contract/space.ts";
import * as spacePermission from "../contract/space-permission.ts";
import * as sso from "../contract/sso.ts";
import * as team from "../contract/team.ts";
import * as translation from "../contract/translation.ts";
import * as url from "../contract/url.ts";
import * as user from "../contract/user.ts";

const modules: readonly Readonly<Record<string, Endpoint>>[] = [
  auditEvent,
  collection,
  collectionPermission,
  comment,
  commentReply,
  content,
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
  integration,
  integrationEvent,
  integrationInstallation,
  member,
  openapi,
  openapiVersion,
  orgInstructions,
  organization,
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
export const contract: readonly Endpoint[] = modules
  .flatMap((one) => Object.values(one))
  .filter((one) => "route" in one);
