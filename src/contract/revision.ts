/** The operations on the revisions of a space. */
import { metadataFlags, pageForm } from "./content-flags.ts";
import { endpoint } from "./endpoint.ts";
import { id } from "./fields.ts";

export const get = endpoint({
  does: "Show the content of a space as it was in a revision",
  operation: "getRevisionById",
  route: "GET /spaces/{spaceId}/revisions/{revisionId}",
  input: { spaceId: id("space"), revisionId: id("revision"), ...metadataFlags },
  output: () => import("./revision.model.ts").then((m) => m.revision),
  extension: true,
});

export const page = endpoint({
  does: "Show a page with its text, as it was in a revision",
  operation: "getPageInRevisionById",
  route: "GET /spaces/{spaceId}/revisions/{revisionId}/page/{pageId}",
  input: {
    spaceId: id("space"),
    revisionId: id("revision"),
    pageId: id("page"),
    ...pageForm,
    ...metadataFlags,
  },
  output: () => import("./page.model.ts").then((m) => m.page),
  extension: true,
});
