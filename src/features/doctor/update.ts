/** Whether a newer version is out, as `tome doctor --updates` tells it. */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Context } from "../../context.ts";
import { Problem, UsageError } from "../../errors.ts";
import { type Check, fault, noted, well } from "./check.ts";

export async function checkForUpdate(context: Context): Promise<Check> {
  const { env, version } = context;
  // A pipeline runs the version that it names, and sends nothing that nobody there asked for.
  if (env.CI && env.CI !== "false") return well("update", "not looked for in a pipeline");
  try {
    const newest = await context.newestVersion();
    if (newest === undefined) return well("update", "not looked for: nothing is to be sent");
    if (!isNewer(newest, version)) return well("update", `${version} is the newest`);
    const install = `npm install --global --ignore-scripts @tome-docs/cli@${newest}`;
    const hint = hasOwnNode() ? "Install the package of that version" : install;
    return noted("update", `${newest} is out`, hint);
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
    if (error instanceof Problem && error.status === 404) return well("update", message);
    if (error instanceof UsageError && error.hint !== undefined) {
      return fault("update", message, error.hint);
    }
    return fault("update", message, "Check the network and npm_config_registry");
  }
}

/** Whether this program comes from a package that contains Node. */
function hasOwnNode(): boolean {
  const dist = dirname(fileURLToPath(import.meta.url));
  return dirname(process.execPath) === dirname(dist);
}

/** Both are three numbers; a build from sources, which has more behind them, counts as its numbers. */
function isNewer(one: string, other: string): boolean {
  const [ours, theirs] = [parseVersionNumbers(other), parseVersionNumbers(one)];
  const at = theirs.findIndex((number, index) => number !== ours[index]);
  return at >= 0 && (theirs[at] ?? 0) > (ours[at] ?? 0);
}

function parseVersionNumbers(version: string): readonly number[] {
  return version.split(/[.+-]/, 3).map(Number);
}
