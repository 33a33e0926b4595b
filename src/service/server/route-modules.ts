/** Which handlers answer which part of the contract: the one table to add a noun to. */
import { type Endpoint, pathOf } from "../../contract/endpoint.ts";
import type { Call, Handlers } from "../core/handlers.ts";

/** Any handler; written as a method, so that each may ask for the input of its own endpoint. */
export type AnyHandler = { answer(input: object, call: Call): Promise<unknown> }["answer"];

type Contract = Readonly<Record<string, Endpoint>>;

/** A module of the contract with its handlers; both are loaded by the first request for one. */
export interface Room {
  /** Where its endpoints are, so that a request loads no room but those that may have its endpoint. */
  readonly places: readonly string[];
  readonly contract: () => Promise<Contract>;
  readonly load: () => Promise<Readonly<Record<string, AnyHandler>>>;
}

/** Pairs a contract with its handlers; the compiler asks that every endpoint has its handler. */
export function room<M extends Contract>(
  contract: M,
  load: () => Promise<Handlers<M> & Readonly<Record<string, AnyHandler>>>,
): Room {
  return { places: placesOf(contract), contract: async () => contract, load };
}

/** @param places all of them, with spaces in between */
function lateRoom<M extends Contract>(
  places: string,
  contract: () => Promise<M>,
  load: () => Promise<Handlers<M> & Readonly<Record<string, AnyHandler>>>,
): Room {
  return { places: places.split(" "), contract, load };
}

/**
 * The place of a path below its prefix: its first and its third part, with a star for the second,
 * which is a name. The other two are names in no path.
 */
export function placeOf([first = "", second, third]: readonly string[]): string {
  if (second === undefined) return first;
  return third === undefined ? `${first}/*` : `${first}/*/${third}`;
}

/** Where the endpoints of a contract are. */
export function placesOf(contract: Contract): string[] {
  const places = Object.values(contract).map((endpoint) =>
    placeOf(pathOf(endpoint).slice(1).split("/")),
  );
  return [...new Set(places)].sort();
}

/** All operations that rooms answer; loads every one of them. */
export async function endpointsOf(rooms: readonly Room[]): Promise<Endpoint[]> {
  const contracts = await Promise.all(rooms.map((room) => room.contract()));
  return contracts.flatMap((contract) => Object.values(contract));
}

export const rooms: readonly Room[] = [
  lateRoom(
    "user",
    () => import("../../contract/user.ts"),
    () => import("../areas/people/user.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "email-domains/*/orgs orgs orgs/* orgs/*/join orgs/*/link-invites orgs/*/search",
    () => import("../../contract/organization.ts"),
    () => import("../areas/workspace/organization.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "collections/* collections/*/move collections/*/spaces collections/*/transfer orgs/*/collections",
    () => import("../../contract/collection.ts"),
    () => import("../areas/workspace/collection.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "orgs/*/spaces spaces/* spaces/*/duplicate spaces/*/links spaces/*/move spaces/*/restore spaces/*/search spaces/*/transfer",
    () => import("../../contract/space.ts"),
    () => import("../areas/workspace/space.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "spaces/*/content",
    () => import("../../contract/content.ts"),
    () => import("../areas/content/content.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "spaces/*/content",
    () => import("../../contract/page.ts"),
    () => import("../areas/content/page.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "spaces/*/content",
    () => import("../../contract/file.ts"),
    () => import("../areas/content/file.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "spaces/*/revisions",
    () => import("../../contract/revision.ts"),
    () => import("../areas/content/revision.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "orgs/*/agent-instructions",
    () => import("../../contract/org-instructions.ts"),
    () => import("../areas/workspace/organization-instructions.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "orgs/*/members orgs/*/ping",
    () => import("../../contract/member.ts"),
    () => import("../areas/people/member.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "orgs/*/teams",
    () => import("../../contract/team.ts"),
    () => import("../areas/people/team.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "orgs/*/invites orgs/*/link-invites",
    () => import("../../contract/organization-invite.ts"),
    () => import("../areas/people/organization-invite.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "spaces/*/permissions",
    () => import("../../contract/space-permission.ts"),
    () => import("../areas/people/space-permission.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "collections/*/permissions",
    () => import("../../contract/collection-permission.ts"),
    () => import("../areas/people/collection-permission.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "orgs/*/saml",
    () => import("../../contract/saml.ts"),
    () => import("../areas/people/saml.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "orgs/*/sso",
    () => import("../../contract/sso.ts"),
    () => import("../areas/people/sso.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "integrations integrations/* integrations/*/dev integrations/*/installations integrations/*/sites integrations/*/spaces",
    () => import("../../contract/integration.ts"),
    () => import("../areas/integrations/integration.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "integrations/*/events",
    () => import("../../contract/integration-event.ts"),
    () => import("../areas/integrations/integration-event.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "integrations/*/installations",
    () => import("../../contract/integration-installation.ts"),
    () => import("../areas/integrations/integration-installation.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "spaces/*/commenters spaces/*/comments",
    () => import("../../contract/comment.ts"),
    () => import("../areas/comments/comment.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "spaces/*/comments",
    () => import("../../contract/comment-reply.ts"),
    () => import("../areas/comments/comment-reply.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "orgs/*/change-requests spaces/*/change-requests",
    () => import("../../contract/cr.ts"),
    () => import("../areas/change-requests/cr.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "spaces/*/change-requests",
    () => import("../../contract/cr-comment.ts"),
    () => import("../areas/comments/cr-comment.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "spaces/*/change-requests",
    () => import("../../contract/cr-comment-reply.ts"),
    () => import("../areas/comments/cr-comment-reply.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "spaces/*/change-requests",
    () => import("../../contract/cr-content.ts"),
    () => import("../areas/change-requests/cr-content.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "spaces/*/change-requests",
    () => import("../../contract/cr-review.ts"),
    () => import("../areas/change-requests/cr-review.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "spaces/*/git",
    () => import("../../contract/git.ts"),
    () => import("../areas/git/git.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "orgs/*/openapi",
    () => import("../../contract/openapi.ts"),
    () => import("../areas/openapi/openapi.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "orgs/*/openapi",
    () => import("../../contract/openapi-version.ts"),
    () => import("../areas/openapi/openapi-version.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "orgs/*/sites",
    () => import("../../contract/site.ts"),
    () => import("../areas/sites/site.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "orgs/*/sites",
    () => import("../../contract/site-adaptive-schema.ts"),
    () => import("../areas/sites/site-adaptive-schema.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "orgs/*/sites",
    () => import("../../contract/site-section.ts"),
    () => import("../areas/sites/site-section.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "orgs/*/sites",
    () => import("../../contract/site-section-group.ts"),
    () => import("../areas/sites/site-section-group.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "orgs/*/sites",
    () => import("../../contract/site-space.ts"),
    () => import("../areas/sites/site-space.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "orgs/*/translations",
    () => import("../../contract/translation.ts"),
    () => import("../areas/translations/translation.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "orgs/*/conversations",
    () => import("../../contract/conversation.ts"),
    () => import("../areas/conversations/conversation.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "orgs/*/conversations-clusters",
    () => import("../../contract/conversation-cluster.ts"),
    () => import("../areas/conversations/conversation-cluster.ts").then((m) => m.handlers),
  ),
  lateRoom(
    "orgs/*/conversations-issues",
    () => import("../../contract/conversation-issue.ts"),
    () => import("../areas/conversations/conversation-issue.ts").then((m) => m.handlers),
  ),
];
