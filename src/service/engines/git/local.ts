/**
 * Repositories on this machine. Git starts their server side here, as the user that runs the platform,
 * with the configuration of that repository, and removes the settings of program.ts from its
 * environment. So the settings are given on its command line, where they override any configuration.
 */
import type { RepositoryAddress } from "./address.ts";

/** Overrides what a repository could configure to have a command run; and lets a fetch leave files out. */
const settings = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  // It would list the refs of repositories that this one borrows objects from, which is not needed.
  "core.alternateRefsCommand=true",
  // Updating a checkout would run the filters that its configuration names.
  "receive.denyCurrentBranch=refuse",
  "receive.autogc=false",
  "uploadpack.allowFilter=true",
  "gc.auto=0",
  "maintenance.auto=false",
].map((setting) => `-c ${setting}`);

/** It may reach no further repository, as it would to fetch objects that a partial clone lacks. */
const starting = `GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1 git ${settings.join(" ")}`;

/** Arguments of `git fetch` and `git ls-remote`. */
export function fetchingFrom({ scheme }: RepositoryAddress): readonly string[] {
  return scheme === "file" ? [`--upload-pack=${starting} upload-pack`] : [];
}

/** Arguments of `git push`. */
export function pushingTo({ scheme }: RepositoryAddress): readonly string[] {
  return scheme === "file" ? [`--receive-pack=${starting} receive-pack`] : [];
}
