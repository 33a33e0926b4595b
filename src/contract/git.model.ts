/** The Git repository of a space, and the last import or export. */
import * as z from "zod/mini";
import { open, time } from "./shared.model.ts";

const sync = {
  /** Owner and name: `acme/docs`. */
  repoName: z.optional(z.string()),
  installationProvider: z.optional(open(["github", "gitlab", "github-legacy"])),
  /** The name of the integration that keeps them in sync. */
  integration: z.optional(z.string()),
  /** Without user name and password. */
  url: z.optional(z.string()),
  updatedAt: z.optional(time),
};

/** As a space has it. */
export const gitSync = z.looseObject(sync);

/** The rest is this platform's own: an import or export answers before it has begun. */
export const gitInfo = z.looseObject({
  ...sync,
  ref: z.optional(z.string()),
  operation: z.optional(open(["import", "export"])),
  /** `skipped` is what was caused before the last one that was done. */
  state: z.optional(open(["pending", "running", "success", "failure", "skipped"])),
  /** Why it failed or was skipped. */
  error: z.optional(z.string()),
  /** What is wrong with the settings in the repository, a sentence each; absent if nothing is. */
  warnings: z.optional(z.array(z.string())),
  /** The revision and the commit that were the same after the last success. */
  revision: z.optional(z.string()),
  commit: z.optional(z.string()),
});
