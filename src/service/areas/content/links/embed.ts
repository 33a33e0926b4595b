/** Embeds of the external URLs in a space. */
import { ApiError } from "../../../../errors.ts";
import type { Call } from "../../../core/handlers.ts";
import { requireSpace } from "../../../core/rows/space-rows.ts";
import { readEmbed, type UrlEmbed } from "../../../engines/embeds.ts";

/**
 * The block of an integration on the space whose patterns match the URL, else the page at the URL.
 * @throws ApiError 404 for a visitor if the space does not contain the URL
 */
export async function embedIn(call: Call, spaceId: string, url: string): Promise<UrlEmbed> {
  const { row } = await requireSpace(call, spaceId);
  const { visitor } = call;
  const isMember = visitor === undefined || visitor.previewer !== undefined;
  if (!isMember && !(await visitor.isNamed(call.db, spaceId, url))) {
    throw new ApiError(404, `The space does not contain the URL ${url}.`, { field: "url" });
  }
  const { listIntegrationsOnContent } = await import(
    "../../integrations/installations/installed.ts"
  );
  const { findMatching } = await import("../../integrations/running/link-patterns.ts");
  const integrations = await listIntegrationsOnContent(call, row, "space", undefined);
  for (const { name, title: site, blocks = [] } of integrations) {
    const block = findMatching(blocks, url);
    // The page is not read: the integration knows how to read it.
    if (block) return { type: "integration", title: block.title, site, integration: name, block };
  }
  return readEmbed(call, url);
}
