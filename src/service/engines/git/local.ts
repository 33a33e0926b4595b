/**
 * Repositories on this machine. Git starts their server side here, as the user that runs the platform,
 * with the configuration of that repository, and removes the settings of program.ts from its
 * environment. So the settings are given on its command line, where they override any configuration.
 */
import { type GitSetting, safeSettings } from "../../../programs/git.ts";
import type { RepositoryAddress } from "./address.ts";

const serverSettings: readonly GitSetting[] = [
  ...safeSettings,
  // Updating a checkout would run the filters that its configuration names.
  ["receive.denyCurrentBranch", "refuse"],
  ["receive.autogc", "false"],
  // Lets a fetch leave out the contents of files.
  ["uploadpack.allowFilter", "true"],
];

/** It may reach no further repository, as it would to fetch objects that a partial clone lacks. */
const starting = `GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1 git ${serverSettings.map(([name, value]) => `-c ${name}=${value}`).join(" ")}`;

/** Arguments of `git fetch` and `git ls-remote`. */
export function fetchingFrom({ scheme }: RepositoryAddress): readonly string[] {
  return scheme === "file" ? [`--upload-pack=${starting} upload-pack`] : [];
}

/** Arguments of `git push`. */
export function pushingTo({ scheme }: RepositoryAddress): readonly string[] {
  return scheme === "file" ? [`--receive-pack=${starting} receive-pack`] : [];
}
