/** The operations on the content that a change request has now. */
import { metadataFlags, pageForm } from "./content-flags.ts";
import { endpoint } from "./endpoint.ts";
import { id } from "./fields.ts";

export const page = endpoint({
  does: "Show a page with its text, as it is in a change request",
  operation: "getPageInChangeRequestById",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}",
  input: {
    spaceId: id("space"),
    changeRequestId: id("cr"),
    pageId: id("page"),
    ...pageForm,
    ...metadataFlags,
  },
  output: () => import("./page.model.ts").then((m) => m.page),
  extension: true,
});
