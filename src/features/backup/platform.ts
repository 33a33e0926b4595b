/** The platform that a backup is from, compared with the one in force. */
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import type { Manifest } from "./manifest.ts";

/**
 * Ids mean something on their own platform only: on another one, a comparison reports everything as removed,
 * and a restore may write into a space that has the same id by chance or by intent.
 * @throws UsageError unless they are the same, or the command allows another one
 */
export function checkPlatform(
  { settings }: Pick<Context, "settings">,
  { platform }: Pick<Manifest, "platform">,
  allowsOther: boolean,
): void {
  const current = settings.baseUrl.value;
  if (allowsOther || toOrigin(platform) === toOrigin(current)) return;
  throw new UsageError(
    `The backup is from ${platform === "" ? "an unnamed platform" : platform}, and the platform in use is ${current} (${settings.baseUrl.from}). Choose the other platform with --profile or --base-url, or add --other-platform if the backup is meant for this one.`,
  );
}

function toOrigin(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
