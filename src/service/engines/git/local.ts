/**
 * Repositories on this machine. Git runs their server side on this machine as the user of the
 * platform, with the configuration of the repository, and drops the settings of program.ts from its
 * environment. Therefore the settings are passed on its command line, where they override any
 * configuration.
 */
import { type GitSetting, safeSettings } from "../../../programs/git.ts";
import type { RepositoryAddress } from "./address.ts";

const serverSettings: readonly GitSetting[] = [
  ...safeSettings,
  // An update of a checkout would run the filters in its configuration.
  ["receive.denyCurrentBranch", "refuse"],
  ["receive.autogc", "false"],
  // Allows fetches without file contents.
  ["uploadpack.allowFilter", "true"],
];

/** It must not access other repositories, for example to fetch objects that a partial clone lacks. */
const starting = `GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1 git ${serverSettings.map(([name, value]) => `-c ${name}=${value}`).join(" ")}`;

/** Arguments of `git fetch` and `git ls-remote`. */
export function fetchingFrom({ scheme }: RepositoryAddress): readonly string[] {
  return scheme === "file" ? [`--upload-pack=${starting} upload-pack`] : [];
}

/** Arguments of `git push`. */
export function pushingTo({ scheme }: RepositoryAddress): readonly string[] {
  return scheme === "file" ? [`--receive-pack=${starting} receive-pack`] : [];
}
