/** A space: the container of pages, with counts and permissions. */
import * as z from "zod/mini";
import { importRun } from "./content-import.model.ts";
import { gitSync } from "./git.model.ts";
import { languages } from "./languages.ts";
import { spaceMergeRules } from "./merge-rules.model.ts";
import {
  createPageModel,
  createPermissionsModel,
  integrationBlock,
  level,
  open,
  time,
  url,
} from "./shared.model.ts";

export const space = z.looseObject({
  object: z.literal("space"),
  id: z.string(),
  title: z.string(),
  emoji: z.string(),
  visibility: open([
    "public",
    "unlisted",
    "share-link",
    "visitor-auth",
    "in-collection",
    "private",
  ]),
  createdAt: time,
  updatedAt: time,
  deletedAt: z.optional(time),
  editMode: z.optional(open(["live", "locked"])),
  mergeRules: spaceMergeRules,
  urls: z.looseObject({
    location: url,
    app: url,
    published: z.optional(url),
    public: z.optional(url),
    icon: z.optional(url),
  }),
  organization: z.string(),
  parent: z.optional(z.string()),
  language: z.optional(open(languages)),
  /** Only for a style guide. */
  type: z.optional(open(["styleguide"])),
  gitSync: z.optional(gitSync),
  visitorAuth: z.optional(z.looseObject({ backend: open(["custom", "integration"]) })),
  revision: z.string(),
  defaultLevel: z.nullable(level),
  comments: z.number(),
  changeRequests: z.number(),
  changeRequestsOpen: z.number(),
  changeRequestsDraft: z.number(),
  /**
   * Imports into this space that are running or ended within a day; only in the response for a
   * single space.
   */
  imports: z.optional(z.array(importRun)),
  permissions: createPermissionsModel([
    "view",
    "access",
    "admin",
    "viewInviteLinks",
    "edit",
    "triggerGitSync",
    "comment",
    "merge",
    "review",
    "installIntegration",
  ]),
});

export const spaces = createPageModel(space);

/** A page of another website. */
export const embed = z.looseObject({
  type: z.string(),
  title: z.string(),
  /** Name of the website. */
  site: z.string(),
  icon: z.optional(z.string()),
  /** HTML of the website, for the type `rich`. */
  html: z.optional(z.string()),
  /** For the type `integration`: the name of the integration, and its block. */
  integration: z.optional(z.string()),
  block: z.optional(integrationBlock),
});
