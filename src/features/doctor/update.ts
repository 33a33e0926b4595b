/** Check for a newer version, with `tome doctor --updates`. */
import type { Context } from "../../context.ts";
import { ApiError } from "../../errors.ts";
import { type DoctorCheck, fault, noted, well } from "./check.ts";

export async function checkForUpdate(context: Context): Promise<DoctorCheck> {
  const { env, version } = context;
  // A pipeline uses a fixed version and sends no unrequested requests.
  if (env.CI && env.CI !== "false") return well("update", "not checked in a pipeline");
  try {
    const newest = await context.newestVersion();
    if (newest === undefined) return well("update", "not checked because requests are disabled");
    if (!isNewer(newest, version)) return well("update", `${version} is the latest version`);
    const install = `npm install --global --ignore-scripts @tome-docs/cli@${newest}`;
    return noted("update", `version ${newest} is available`, install);
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
    if (error instanceof ApiError && error.status === 404) return well("update", message);
    return fault("update", message, "Check the network and npm_config_registry");
  }
}

/** Compares three numbers; suffixes of builds from source are ignored. */
function isNewer(one: string, other: string): boolean {
  const [ours, theirs] = [parseVersionNumbers(other), parseVersionNumbers(one)];
  const at = theirs.findIndex((number, index) => number !== ours[index]);
  return at >= 0 && (theirs[at] ?? 0) > (ours[at] ?? 0);
}

function parseVersionNumbers(version: string): readonly number[] {
  return version.split(/[.+-]/, 3).map(Number);
}
