/** Organization that a command uses if none is specified. */
import type { Context } from "../../context.ts";

/**
 * The id of the configured organization; on the local platform, its own organization by default.
 */
export async function findCurrentOrganization({
  parentId,
  settings,
  local,
}: Pick<Context, "parentId" | "settings" | "local">): Promise<string | undefined> {
  return (await parentId("org")) ?? (settings.local ? local.organization() : undefined);
}
