/**
 * The operations that change something, by their names. It loads all of the contract, so only what
 * cannot know the operation otherwise uses it: the history, which has names alone.
 */
import { type Endpoint, methodOf } from "./endpoint.ts";

const modules: readonly (() => Promise<Readonly<Record<string, Endpoint>>>)[] = [
  () => import("./collection.ts"),
  () => import("./collection-permission.ts"),
  () => import("./comment.ts"),
  () => import("./comment-reply.ts"),
  () => import("./content.ts"),
  () => import("./conversation.ts"),
  () => import("./cr.ts"),
  () => import("./cr-comment.ts"),
  () => import("./cr-comment-reply.ts"),
  () => import("./cr-review.ts"),
  () => import("./git.ts"),
  () => import("./integration.ts"),
  () => import("./integration-installation.ts"),
  () => import("./member.ts"),
  () => import("./openapi.ts"),
  () => import("./org-instructions.ts"),
  () => import("./organization.ts"),
  () => import("./organization-invite.ts"),
  () => import("./saml.ts"),
  () => import("./site.ts"),
  () => import("./site-adaptive-schema.ts"),
  () => import("./site-auth.ts"),
  () => import("./site-content.ts"),
  () => import("./site-customization.ts"),
  () => import("./site-external-link.ts"),
  () => import("./site-permission.ts"),
  () => import("./site-redirect.ts"),
  () => import("./site-section.ts"),
  () => import("./site-section-group.ts"),
  () => import("./site-share-link.ts"),
  () => import("./site-space.ts"),
  () => import("./site-template.ts"),
  () => import("./space.ts"),
  () => import("./space-permission.ts"),
  () => import("./team.ts"),
  () => import("./translation.ts"),
  () => import("./url.ts"),
  () => import("./user.ts"),
];

/** Those that change something, by their names. */
export async function changingOperations(): Promise<ReadonlyMap<string, Endpoint>> {
  const loaded = await Promise.all(modules.map((load) => load()));
  const endpoints = loaded
    .flatMap((module) => Object.values(module))
    .filter((one) => methodOf(one) !== "GET" && one.reads !== true);
  return new Map(endpoints.map((one) => [one.operation, one]));
}
