/** The operation on the revisions of a space. */
import { metadataFlags } from "./content-flags.ts";
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
