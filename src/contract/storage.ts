/** Operation on the storage of an organization. */
import { endpoint } from "./endpoint.ts";
import { enumeration, group, id, integer, text } from "./fields.ts";
import { uploadKinds } from "./font-values.ts";

export const upload = endpoint({
  summary: "Create a URL to which one file can be uploaded",
  operation: "generateStorageUploadURL",
  route: "POST /orgs/{organizationId}/storage/upload",
  input: {
    organizationId: id("org"),
    file: group(
      {
        name: text("Name of the file", { min: 1, max: 255, syntax: "words" }),
        type: text("MIME type of the file", { min: 1, max: 255 }),
        size: integer("Size of the file in bytes", { min: 0 }),
      },
      "The file",
    ),
    kind: enumeration(uploadKinds, "Use of the file"),
  },
  output: () => import("./storage.model.ts").then((m) => m.uploadUrl),
  status: 201,
  secretMembers: ["url"],
  extension: true,
});
