/**
 * The other side of a repository on this machine. Git starts it here, as the user that runs the
 * platform, with the configuration of that repository and without the settings that program.ts
 * gives: Git removes those from its environment. So they are given on its command line, where they
 * take precedence over any configuration.
 */
import type { RepositoryAddress } from "./address.ts";

/** What a repository could name in its configuration to have a command run. */
const settings = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  // Lists the refs of repositories that this one borrows objects from: it need not.
  "core.alternateRefsCommand=true",
  // Updating a checkout runs the filters that its configuration names.
  "receive.denyCurrentBranch=refuse",
  "receive.autogc=false",
  "gc.auto=0",
  "maintenance.auto=false",
].map((setting) => `-c ${setting}`);

/** It needs no further repository, as it would to fetch the objects that a partial clone lacks. */
const starting = `GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1 git ${settings.join(" ")}`;

/** Arguments of `git fetch` and `git ls-remote`. */
export function fetchingFrom({ scheme }: RepositoryAddress): readonly string[] {
  return scheme === "file" ? [`--upload-pack=${starting} upload-pack`] : [];
}

/** Arguments of `git push`. */
export function pushingTo({ scheme }: RepositoryAddress): readonly string[] {
  return scheme === "file" ? [`--receive-pack=${starting} receive-pack`] : [];
}
