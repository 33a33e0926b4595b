/** Operations on the files of a space. */
import { metadataFlags } from "./content-flags.ts";
import { endpoint, paging } from "./endpoint.ts";
import { id } from "./fields.ts";

const spaceId = id("space");
const fileId = id("file");

export const list = endpoint({
  summary: "List the files of a space",
  operation: "listFiles",
  route: "GET /spaces/{spaceId}/content/files",
  input: { spaceId, ...metadataFlags, ...paging },
  output: () => import("./file.model.ts").then((m) => m.files),
  list: true,
});

export const get = endpoint({
  summary: "Show a file with its download URL",
  operation: "getFileById",
  route: "GET /spaces/{spaceId}/content/files/{fileId}",
  input: { spaceId, fileId, ...metadataFlags },
  output: () => import("./file.model.ts").then((m) => m.file),
});

export const backlinks = endpoint({
  summary: "List the content that uses a file",
  operation: "listSpaceFileBacklinks",
  route: "GET /spaces/{spaceId}/content/files/{fileId}/backlinks",
  input: { spaceId, fileId, ...paging },
  output: () => import("./link.model.ts").then((m) => m.references),
  list: true,
});
