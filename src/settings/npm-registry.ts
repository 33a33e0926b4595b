/** The registry that npm is configured for. */
import { text } from "node:stream/consumers";
import { startPiped } from "../programs/start.ts";
import { getHomeFolder, readVariable, type SettingsEnvironment } from "./paths.ts";

/**
 * It runs npm in the home folder, so that a file .npmrc in the current folder names no registry.
 * @param timeout in milliseconds
 * @returns undefined if npm is not installed or names no registry
 */
export async function readNpmRegistry(
  env: SettingsEnvironment,
  timeout: number,
): Promise<string | undefined> {
  const words = ["config", "get", "registry"];
  // On Windows npm is a command file, which only a shell starts.
  const [program, args] =
    process.platform === "win32"
      ? [readVariable(env, "ComSpec") ?? "cmd.exe", ["/d", "/s", "/c", `npm ${words.join(" ")}`]]
      : ["npm", words];
  const signal = AbortSignal.timeout(timeout);
  try {
    const npm = startPiped(program, args, { env, cwd: getHomeFolder(env), signal });
    npm.stderr.resume();
    npm.stdin.on("error", () => {}).end();
    const failed = new Promise<never>((_, reject) => npm.once("error", reject));
    const output = (await Promise.race([text(npm.stdout), failed])).trim();
    return URL.canParse(output) ? output : undefined;
  } catch {
    return undefined;
  }
}
