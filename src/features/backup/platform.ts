/** Check that a backup is used with the platform that it is from. */
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import type { BackupManifest } from "./manifest.ts";

/**
 * Ids are valid only on their own platform. On another one, a comparison would report everything as removed,
 * and a restore could write to an unrelated space with the same id.
 * @throws UsageError unless the platforms are the same, or the command permits another one
 */
export function checkPlatform(
  { settings }: Pick<Context, "settings">,
  { platform }: Pick<BackupManifest, "platform">,
  allowsOther: boolean,
): void {
  const current = settings.baseUrl.value;
  if (allowsOther || toOrigin(platform) === toOrigin(current)) return;
  throw new UsageError(
    `The backup is from ${platform === "" ? "an unknown platform" : platform}, but the current platform is ${current} (${settings.baseUrl.from}). Select the platform of the backup with --profile or --base-url, or use --other-platform.`,
  );
}

/** The base URL as it is compared. */
export function toOrigin(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
