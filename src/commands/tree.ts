/** All commands by their first word; each is loaded when it is asked for. */
import type { NounCommands, Verb } from "./verb.ts";

export interface Branch {
  /** In the list of commands. */
  readonly does: string;
  readonly group: "workspace" | "tool";
  readonly load: () => Promise<NounCommands | Verb>;
}

export const tree: Readonly<Record<string, Branch>> = {
  status: {
    does: "Show what waits for you",
    group: "workspace",
    load: () => import("./status.ts").then((m) => m.command),
  },
  tree: {
    does: "Show collections and spaces as a tree",
    group: "workspace",
    load: () => import("./workspace-tree.ts").then((m) => m.command),
  },
  org: {
    does: "Organizations, their settings and invites",
    group: "workspace",
    load: () => import("./org.ts").then((m) => m.commands),
  },
  collection: {
    does: "Collections of spaces",
    group: "workspace",
    load: () => import("./collection.ts").then((m) => m.commands),
  },
  space: {
    does: "Spaces, the containers of pages",
    group: "workspace",
    load: () => import("./space.ts").then((m) => m.commands),
  },
  member: {
    does: "Members and guests of an organization",
    group: "workspace",
    load: () => import("./member.ts").then((m) => m.commands),
  },
  team: {
    does: "Teams, which are granted content as a whole",
    group: "workspace",
    load: () => import("./team.ts").then((m) => m.commands),
  },
  access: {
    does: "Who has access to what, and why",
    group: "workspace",
    load: () => import("./access.ts").then((m) => m.commands),
  },
  saml: {
    does: "SAML providers, for single sign-on",
    group: "workspace",
    load: () => import("./saml.ts").then((m) => m.commands),
  },
  sso: {
    does: "Ways to sign in by single sign-on",
    group: "workspace",
    load: () => import("./sso.ts").then((m) => m.commands),
  },
  site: {
    does: "Docs sites, their structure and their visitors",
    group: "workspace",
    load: () => import("./site.ts").then((m) => m.commands),
  },
  integration: {
    does: "Integrations, their installations and events",
    group: "workspace",
    load: () => import("./integration.ts").then((m) => m.commands),
  },
  content: {
    does: "The content of a space, and templates for it",
    group: "workspace",
    load: () => import("./content.ts").then((m) => m.commands),
  },
  page: {
    does: "Pages of a space, their texts and links",
    group: "workspace",
    load: () => import("./page.ts").then((m) => m.commands),
  },
  file: {
    does: "Files of a space",
    group: "workspace",
    load: () => import("./file.ts").then((m) => m.commands),
  },
  revision: {
    does: "Earlier states of a space",
    group: "workspace",
    load: () => import("./revision.ts").then((m) => m.commands),
  },
  comment: {
    does: "Comments on spaces and change requests, and replies",
    group: "workspace",
    load: () => import("./comment.ts").then((m) => m.commands),
  },
  cr: {
    does: "Change requests, their content and reviews",
    group: "workspace",
    load: () => import("./cr.ts").then((m) => m.commands),
  },
  git: {
    does: "Git repositories that spaces are kept in sync with",
    group: "workspace",
    load: () => import("./git.ts").then((m) => m.commands),
  },
  openapi: {
    does: "API specifications and their versions",
    group: "workspace",
    load: () => import("./openapi.ts").then((m) => m.commands),
  },
  check: {
    does: "Check whether documentation is in order",
    group: "workspace",
    load: () => import("./check.ts").then((m) => m.command),
  },
  export: {
    does: "Write an organization as files",
    group: "workspace",
    load: () => import("./organization-files.ts").then((m) => m.exportCommand),
  },
  plan: {
    does: "Show what apply would change",
    group: "workspace",
    load: () => import("./organization-files.ts").then((m) => m.planCommand),
  },
  apply: {
    does: "Make an organization what files say",
    group: "workspace",
    load: () => import("./organization-files.ts").then((m) => m.applyCommand),
  },
  drift: {
    does: "Show what changed since the last apply",
    group: "workspace",
    load: () => import("./organization-files.ts").then((m) => m.driftCommand),
  },
  backup: {
    does: "Copies of spaces, and the way back",
    group: "workspace",
    load: () => import("./backup.ts").then((m) => m.commands),
  },
  conversation: {
    does: "Conversations with readers, and the issues in them",
    group: "workspace",
    load: () => import("./conversation.ts").then((m) => m.commands),
  },
  import: {
    does: "Imports of websites into spaces",
    group: "workspace",
    load: () => import("./content-import.ts").then((m) => m.commands),
  },
  translation: {
    does: "Translations of spaces",
    group: "workspace",
    load: () => import("./translation.ts").then((m) => m.commands),
  },
  whoami: {
    does: "Show the user of the token in use",
    group: "tool",
    load: () => import("./whoami.ts").then((m) => m.command),
  },
  hostname: {
    does: "Hostnames of docs sites and organizations",
    group: "workspace",
    load: () => import("./hostname.ts").then((m) => m.commands),
  },
  user: {
    does: "Your own name, picture and invitations",
    group: "tool",
    load: () => import("./user.ts").then((m) => m.commands),
  },
  auth: {
    does: "Log in and out, and manage tokens",
    group: "tool",
    load: () => import("./auth.ts").then((m) => m.commands),
  },
  config: {
    does: "Read and change settings",
    group: "tool",
    load: () => import("./config.ts").then((m) => m.commands),
  },
  api: {
    does: "Send any request of the API",
    group: "tool",
    load: () => import("./api.ts").then((m) => m.command),
  },
  serve: {
    does: "Serve the embedded platform over HTTP",
    group: "tool",
    load: () => import("./serve.ts").then((m) => m.command),
  },
  preview: {
    does: "Show a folder of Markdown as a site, live",
    group: "tool",
    load: () => import("./preview.ts").then((m) => m.command),
  },
  local: {
    does: "Manage the data of the embedded platform",
    group: "tool",
    load: () => import("./local.ts").then((m) => m.commands),
  },
  open: {
    does: "Open the page of a thing in the browser",
    group: "tool",
    load: () => import("./open.ts").then((m) => m.command),
  },
  tour: {
    does: "Watch real commands at work",
    group: "tool",
    load: () => import("./tour.ts").then((m) => m.command),
  },
  history: {
    does: "What tome has sent, and how it ended",
    group: "tool",
    load: () => import("./history.ts").then((m) => m.commands),
  },
  undo: {
    does: "Take back what a command has sent",
    group: "tool",
    load: () => import("./undo.ts").then((m) => m.command),
  },
  doctor: {
    does: "Check settings, token, network and clock",
    group: "tool",
    load: () => import("./doctor.ts").then((m) => m.command),
  },
  completion: {
    does: "Print the completion script of a shell",
    group: "tool",
    load: () => import("./completion.ts").then((m) => m.command),
  },
};

/** The plurals of the nouns that have one. */
const plurals: Readonly<Record<string, string>> = {
  org: "orgs",
  collection: "collections",
  space: "spaces",
  member: "members",
  team: "teams",
  site: "sites",
  integration: "integrations",
  page: "pages",
  file: "files",
  revision: "revisions",
  comment: "comments",
  reply: "replies",
  conversation: "conversations",
  cluster: "clusters",
  issue: "issues",
  translation: "translations",
  invite: "invites",
  permission: "permissions",
  section: "sections",
  "section-group": "section-groups",
  redirect: "redirects",
  "external-link": "external-links",
  "share-link": "share-links",
  version: "versions",
  event: "events",
};

/** The plural that is accepted for a noun; undefined if there is none. */
export function findPlural(noun: string): string | undefined {
  return Object.hasOwn(plurals, noun) ? plurals[noun] : undefined;
}
