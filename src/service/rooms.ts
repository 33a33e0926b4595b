/** Which handlers answer which part of the contract: the one table to add a noun to. */
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
import * as organizationInstructions from "../contract/org-instructions.ts";
import * as organization from "../contract/organization.ts";
import * as organizationInvite from "../contract/organization-invite.ts";
import * as page from "../contract/page.ts";
import * as revision from "../contract/revision.ts";
import * as saml from "../contract/saml.ts";
import * as site from "../contract/site.ts";
import * as siteAdaptiveSchema from "../contract/site-adaptive-schema.ts";
import * as siteSection from "../contract/site-section.ts";
import * as siteSectionGroup from "../contract/site-section-group.ts";
import * as siteSpace from "../contract/site-space.ts";
import * as space from "../contract/space.ts";
import * as spacePermission from "../contract/space-permission.ts";
import * as sso from "../contract/sso.ts";
import * as team from "../contract/team.ts";
import * as translation from "../contract/translation.ts";
import * as user from "../contract/user.ts";
import type { Call, Handlers } from "./handlers.ts";

/** Any handler; written as a method, so that each may ask for the input of its own endpoint. */
export type AnyHandler = { answer(input: object, call: Call): Promise<unknown> }["answer"];

/** A module of the contract with its handlers, which are loaded by the first request for one. */
export interface Room {
  readonly contract: Readonly<Record<string, Endpoint>>;
  readonly load: () => Promise<Readonly<Record<string, AnyHandler>>>;
}

/** Pairs the two; the compiler asks that every endpoint has its handler. */
export function room<M extends Readonly<Record<string, Endpoint>>>(
  contract: M,
  load: () => Promise<Handlers<M> & Readonly<Record<string, AnyHandler>>>,
): Room {
  return { contract, load };
}

export const rooms: readonly Room[] = [
  room(user, () => import("./user.ts").then((m) => m.handlers)),
  room(organization, () => import("./organization.ts").then((m) => m.handlers)),
  room(collection, () => import("./collection.ts").then((m) => m.handlers)),
  room(space, () => import("./space.ts").then((m) => m.handlers)),
  room(content, () => import("./content.ts").then((m) => m.handlers)),
  room(page, () => import("./page.ts").then((m) => m.handlers)),
  room(file, () => import("./file.ts").then((m) => m.handlers)),
  room(revision, () => import("./revision.ts").then((m) => m.handlers)),
  room(organizationInstructions, () =>
    import("./organization-instructions.ts").then((m) => m.handlers),
  ),
  room(member, () => import("./member.ts").then((m) => m.handlers)),
  room(team, () => import("./team.ts").then((m) => m.handlers)),
  room(organizationInvite, () => import("./organization-invite.ts").then((m) => m.handlers)),
  room(spacePermission, () => import("./space-permission.ts").then((m) => m.handlers)),
  room(collectionPermission, () => import("./collection-permission.ts").then((m) => m.handlers)),
  room(saml, () => import("./saml.ts").then((m) => m.handlers)),
  room(sso, () => import("./sso.ts").then((m) => m.handlers)),
  room(integration, () => import("./integration.ts").then((m) => m.handlers)),
  room(integrationEvent, () => import("./integration-event.ts").then((m) => m.handlers)),
  room(integrationInstallation, () =>
    import("./integration-installation.ts").then((m) => m.handlers),
  ),
  room(comment, () => import("./comment.ts").then((m) => m.handlers)),
  room(commentReply, () => import("./comment-reply.ts").then((m) => m.handlers)),
  room(cr, () => import("./cr.ts").then((m) => m.handlers)),
  room(crComment, () => import("./cr-comment.ts").then((m) => m.handlers)),
  room(crCommentReply, () => import("./cr-comment-reply.ts").then((m) => m.handlers)),
  room(crContent, () => import("./cr-content.ts").then((m) => m.handlers)),
  room(crReview, () => import("./cr-review.ts").then((m) => m.handlers)),
  room(git, () => import("./git.ts").then((m) => m.handlers)),
  room(openapi, () => import("./openapi.ts").then((m) => m.handlers)),
  room(openapiVersion, () => import("./openapi-version.ts").then((m) => m.handlers)),
  room(site, () => import("./site.ts").then((m) => m.handlers)),
  room(siteAdaptiveSchema, () => import("./site-adaptive-schema.ts").then((m) => m.handlers)),
  room(siteSection, () => import("./site-section.ts").then((m) => m.handlers)),
  room(siteSectionGroup, () => import("./site-section-group.ts").then((m) => m.handlers)),
  room(siteSpace, () => import("./site-space.ts").then((m) => m.handlers)),
  room(translation, () => import("./translation.ts").then((m) => m.handlers)),
  room(conversation, () => import("./conversation.ts").then((m) => m.handlers)),
  room(conversationCluster, () => import("./conversation-cluster.ts").then((m) => m.handlers)),
  room(conversationIssue, () => import("./conversation-issue.ts").then((m) => m.handlers)),
];
