/** Embeds of the external URLs in a space. */
import { ApiError } from "../../../../errors.ts";
import type { Call } from "../../../core/handlers.ts";
import { requireSpace } from "../../../core/rows/space-rows.ts";
import { readEmbed, type UrlEmbed } from "../../../engines/embeds.ts";

/** @throws ApiError 404 for a visitor if the space does not contain the URL */
export async function embedIn(call: Call, spaceId: string, url: string): Promise<UrlEmbed> {
  await requireSpace(call, spaceId);
  if (call.visitor && !(await call.visitor.isNamed(call.db, spaceId, url))) {
    throw new ApiError(404, `The space does not contain the URL ${url}.`, { field: "url" });
  }
  return readEmbed(call, url);
}
