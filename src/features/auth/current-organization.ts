/** The organization that a command works with if it names none. */
import type { Context } from "../../context.ts";

/** The one that is set, by its id; the embedded platform has one of its own. */
export async function organizationInForce({
  parentId,
  settings,
  local,
}: Pick<Context, "parentId" | "settings" | "local">): Promise<string | undefined> {
  return (await parentId("org")) ?? (settings.local ? local.organization() : undefined);
}
