/** Local folders without a repository, of which an import reads the files as they are. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { findCheckout } from "../../programs/checkout.ts";

/** @returns undefined for other URLs, a missing folder and a repository */
export async function findPlainFolder(url: string): Promise<string | undefined> {
  if (!/^file:/i.test(url) || !URL.canParse(url)) return undefined;
  const folder = toPath(url);
  if (folder === undefined) return undefined;
  const entry = await stat(folder).catch(() => undefined);
  if (!entry?.isDirectory()) return undefined;
  const head = await stat(join(folder, "HEAD")).catch(() => undefined);
  if (head?.isFile()) return undefined;
  return (await findCheckout(folder)) === undefined ? folder : undefined;
}

/** @returns undefined for the URL of another host */
function toPath(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

/**
 * Lets the next import read the files of a plain folder; does nothing for a repository.
 * @throws UsageError if another process serves the platform
 */
export async function offerPlainFolder(
  { settings, local }: Pick<Context, "settings" | "local">,
  { url, spaceId }: { readonly url: string; readonly spaceId: string },
): Promise<void> {
  const folder = settings.local ? await findPlainFolder(url) : undefined;
  if (folder === undefined) return;
  const { createFolderLister } = await import("../preview/preview.ts");
  const { listed } = await createFolderLister(folder, folder)();
  if (await local.offerFolder({ ...listed, url })) return;
  throw new UsageError(
    `${folder} is not a Git repository, and a server does not read it.`,
    `tome git connect ${spaceId} --repo <url>`,
  );
}

/** @throws UsageError for the URL of a plain folder, to which nothing can be pushed */
export async function requireRepository({
  url,
  spaceId,
}: {
  readonly url: string;
  readonly spaceId: string;
}): Promise<void> {
  const folder = await findPlainFolder(url);
  if (folder === undefined) return;
  throw new UsageError(
    `${folder} is not a Git repository, so the space cannot be exported to it.`,
    `tome git connect ${spaceId} --repo <url>`,
  );
}
