/** Git installations: connections of spaces to repositories. */
import * as z from "zod/mini";
import { open, time, url } from "./shared.model.ts";

/** The requested target of an installation. */
export const target = z.discriminatedUnion("type", [
  z.looseObject({
    type: z.literal("space"),
    spaceId: z.string().check(z.minLength(1)),
    /** The site whose installation manages this one. */
    siteId: z.optional(z.string()),
  }),
  z.looseObject({ type: z.literal("site"), siteId: z.string().check(z.minLength(1)) }),
]);

/** Folders by installation. */
export const directories = z.record(z.string(), z.string());

const shownTarget = z.looseObject({
  type: open(["space", "site"]),
  spaceId: z.optional(z.string()),
  siteId: z.optional(z.string()),
});

const status = open(["unauthenticated", "active", "pending"]);
const provider = open(["github", "gitlab", "git"]);

export const gitInstallation = z.looseObject({
  object: z.literal("git-sync-installation"),
  id: z.string(),
  parentInstallationId: z.optional(z.string()),
  target: shownTarget,
  status,
  provider: z.optional(provider),
  /** Without the access token. */
  providerConfiguration: z.optional(
    z.looseObject({
      repositoryId: z.optional(z.number()),
      projectId: z.optional(z.number()),
      /** Returned only by the local platform, without user name and password. */
      url: z.optional(z.string()),
      branch: z.optional(z.string()),
      customInstanceURL: z.optional(z.nullable(z.string())),
    }),
  ),
  projectDirectory: z.optional(z.string()),
  commitMessageTemplate: z.optional(z.string()),
  previewExternalBranches: z.optional(z.boolean()),
  agentInstructions: z.optional(z.array(z.string())),
  priority: z.optional(open(["git", "gitbook"])),
  repositoryConnection: z.optional(
    z.looseObject({
      object: z.literal("git-repository-connection"),
      id: z.string(),
      provider,
      repositoryId: z.string(),
      repositoryName: z.string(),
      repositoryUrl: z.string(),
      defaultBranch: z.optional(z.string()),
      authState: status,
      capabilities: z.looseObject({ pullRequests: z.boolean(), commitStatuses: z.boolean() }),
      createdAt: time,
      updatedAt: time,
    }),
  ),
  repositoryRef: z.optional(
    z.looseObject({
      object: z.literal("git-repository-ref"),
      id: z.string(),
      name: z.string(),
      type: open(["branch", "tag", "change-request-head"]),
      latestObservedCommitId: z.optional(z.string()),
      latestImportedCommitId: z.optional(z.string()),
      updatedAt: time,
    }),
  ),
  syncRoot: z.optional(z.looseObject({ object: z.literal("git-sync-root"), id: z.string() })),
  /** Receives pushes; returned only by the local platform. */
  webhook: z.optional(
    z.looseObject({
      url,
      /** Only in the response that creates the installation. */
      secret: z.optional(z.string()),
      lastReceivedAt: z.optional(time),
    }),
  ),
  createdAt: time,
  createdBy: z.string(),
  updatedAt: time,
  urls: z.looseObject({ location: url }),
});

export const gitInstallations = z.looseObject({ items: z.array(gitInstallation) });

export const repositories = z.looseObject({
  items: z.array(
    z.looseObject({
      id: z.number(),
      accountName: z.string(),
      repositoryName: z.string(),
      fullName: z.string(),
      defaultBranch: z.nullable(z.string()),
    }),
  ),
});

export const branches = z.looseObject({
  items: z.array(z.looseObject({ name: z.string(), ref: z.string() })),
});

export const repositoryFile = z.looseObject({
  name: z.string(),
  path: z.string(),
  sha: z.string(),
  size: z.number(),
});
