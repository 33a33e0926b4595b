/** All nouns and top-level commands; each is loaded on demand. */
import { findOwn } from "../json/own-members.ts";
import type { NounCommands, Verb } from "./verb.ts";

export interface CommandBranch {
  /** Summary in the list of commands. */
  readonly summary: string;
  readonly group: "workspace" | "tool";
  readonly load: () => Promise<NounCommands | Verb>;
}

export const tree: Readonly<Record<string, CommandBranch>> = {
  status: {
    summary: "Show items that need your attention",
    group: "workspace",
    load: () => import("./status.ts").then((m) => m.command),
  },
  tree: {
    summary: "Show collections and spaces as a tree",
    group: "workspace",
    load: () => import("./workspace-tree.ts").then((m) => m.command),
  },
  org: {
    summary: "Organizations, settings and invites",
    group: "workspace",
    load: () => import("./org.ts").then((m) => m.commands),
  },
  collection: {
    summary: "Collections of spaces",
    group: "workspace",
    load: () => import("./collection.ts").then((m) => m.commands),
  },
  space: {
    summary: "Spaces, the containers of pages",
    group: "workspace",
    load: () => import("./space.ts").then((m) => m.commands),
  },
  member: {
    summary: "Members and guests of an organization",
    group: "workspace",
    load: () => import("./member.ts").then((m) => m.commands),
  },
  team: {
    summary: "Teams",
    group: "workspace",
    load: () => import("./team.ts").then((m) => m.commands),
  },
  access: {
    summary: "Access reports and reviews",
    group: "workspace",
    load: () => import("./access.ts").then((m) => m.commands),
  },
  saml: {
    summary: "SAML providers for single sign-on",
    group: "workspace",
    load: () => import("./saml.ts").then((m) => m.commands),
  },
  sso: {
    summary: "Single sign-on providers",
    group: "workspace",
    load: () => import("./sso.ts").then((m) => m.commands),
  },
  site: {
    summary: "Sites, their structure and visitors",
    group: "workspace",
    load: () => import("./site.ts").then((m) => m.commands),
  },
  integration: {
    summary: "Integrations, installations and events",
    group: "workspace",
    load: () => import("./integration.ts").then((m) => m.commands),
  },
  content: {
    summary: "Content of a space, and templates",
    group: "workspace",
    load: () => import("./content.ts").then((m) => m.commands),
  },
  search: {
    summary: "Search the pages of an organization",
    group: "workspace",
    load: () => import("./org.ts").then((m) => m.search),
  },
  page: {
    summary: "Pages of a space",
    group: "workspace",
    load: () => import("./page.ts").then((m) => m.commands),
  },
  file: {
    summary: "Files of a space",
    group: "workspace",
    load: () => import("./file.ts").then((m) => m.commands),
  },
  revision: {
    summary: "Earlier revisions of a space",
    group: "workspace",
    load: () => import("./revision.ts").then((m) => m.commands),
  },
  comment: {
    summary: "Comments and replies",
    group: "workspace",
    load: () => import("./comment.ts").then((m) => m.commands),
  },
  cr: {
    summary: "Change requests and reviews",
    group: "workspace",
    load: () => import("./cr.ts").then((m) => m.commands),
  },
  git: {
    summary: "Synchronization with Git repositories",
    group: "workspace",
    load: () => import("./git.ts").then((m) => m.commands),
  },
  openapi: {
    summary: "API specifications and their versions",
    group: "workspace",
    load: () => import("./openapi.ts").then((m) => m.commands),
  },
  check: {
    summary: "Check documentation against rules",
    group: "workspace",
    load: () => import("./check.ts").then((m) => m.command),
  },
  export: {
    summary: "Export an organization to configuration files",
    group: "workspace",
    load: () => import("./organization-files.ts").then((m) => m.exportCommand),
  },
  plan: {
    summary: "Show the changes that apply would make",
    group: "workspace",
    load: () => import("./organization-files.ts").then((m) => m.planCommand),
  },
  apply: {
    summary: "Apply configuration files to an organization",
    group: "workspace",
    load: () => import("./organization-files.ts").then((m) => m.applyCommand),
  },
  drift: {
    summary: "Show changes made since the last apply",
    group: "workspace",
    load: () => import("./organization-files.ts").then((m) => m.driftCommand),
  },
  backup: {
    summary: "Backups of spaces",
    group: "workspace",
    load: () => import("./backup.ts").then((m) => m.commands),
  },
  conversation: {
    summary: "Conversations with readers and their issues",
    group: "workspace",
    load: () => import("./conversation.ts").then((m) => m.commands),
  },
  import: {
    summary: "Imports of websites into spaces",
    group: "workspace",
    load: () => import("./content-import.ts").then((m) => m.commands),
  },
  translation: {
    summary: "Translations of spaces",
    group: "workspace",
    load: () => import("./translation.ts").then((m) => m.commands),
  },
  whoami: {
    summary: "Show the authenticated user",
    group: "tool",
    load: () => import("./whoami.ts").then((m) => m.command),
  },
  hostname: {
    summary: "Custom domains",
    group: "workspace",
    load: () => import("./hostname.ts").then((m) => m.commands),
  },
  url: {
    summary: "Titles and icons of URLs",
    group: "workspace",
    load: () => import("./url.ts").then((m) => m.commands),
  },
  user: {
    summary: "Your own name, picture and invitations",
    group: "tool",
    load: () => import("./user.ts").then((m) => m.commands),
  },
  auth: {
    summary: "Log in and out, and manage tokens",
    group: "tool",
    load: () => import("./auth.ts").then((m) => m.commands),
  },
  config: {
    summary: "Settings",
    group: "tool",
    load: () => import("./config.ts").then((m) => m.commands),
  },
  api: {
    summary: "Send an authenticated API request",
    group: "tool",
    load: () => import("./api.ts").then((m) => m.command),
  },
  serve: {
    summary: "Run the local platform as an HTTP server",
    group: "tool",
    load: () => import("./serve.ts").then((m) => m.command),
  },
  agent: {
    summary: "Skill and server of tome for agents",
    group: "tool",
    load: () => import("./agent.ts").then((m) => m.commands),
  },
  mcp: {
    summary: "Serve the commands to an agent (Model Context Protocol)",
    group: "tool",
    load: () => import("./mcp.ts").then((m) => m.command),
  },
  preview: {
    summary: "Preview a folder of Markdown as a site",
    group: "tool",
    load: () => import("./preview.ts").then((m) => m.command),
  },
  local: {
    summary: "Manage the data of the local platform",
    group: "tool",
    load: () => import("./local.ts").then((m) => m.commands),
  },
  open: {
    summary: "Open a resource in the browser",
    group: "tool",
    load: () => import("./open.ts").then((m) => m.command),
  },
  tour: {
    summary: "Watch real commands in a temporary workspace",
    group: "tool",
    load: () => import("./tour.ts").then((m) => m.command),
  },
  history: {
    summary: "View the log of write requests",
    group: "tool",
    load: () => import("./history.ts").then((m) => m.commands),
  },
  undo: {
    summary: "Undo recent changes",
    group: "tool",
    load: () => import("./undo.ts").then((m) => m.command),
  },
  doctor: {
    summary: "Check settings, token, network and clock",
    group: "tool",
    load: () => import("./doctor.ts").then((m) => m.command),
  },
  completion: {
    summary: "Print or install shell completion",
    group: "tool",
    load: () => import("./completion.ts").then((m) => m.command),
  },
};

/** Plurals of nouns. */
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
  "mcp-server": "mcp-servers",
  channel: "channels",
  question: "questions",
  answer: "answers",
  topic: "topics",
  version: "versions",
  event: "events",
};

/** The plural that is accepted for a noun; undefined if there is none. */
export function findPlural(noun: string): string | undefined {
  return findOwn(plurals, noun);
}
