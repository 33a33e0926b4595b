/** `tome org file`. */
import { uploadKinds } from "../contract/font-values.ts";
import * as contract from "../contract/storage.ts";
import { enumeration, optional, text } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom, noun } from "./verb.ts";

const { organizationId } = getCommandFields(contract.upload);

export const commands = noun({
  summary: "Manage the uploaded files of an organization",
  verbs: {
    upload: custom({
      summary: "Upload a file, such as a logo, and show its key",
      fields: {
        organizationId,
        file: text("File to upload, - for standard input", { placeholder: "path" }),
        kind: optional(
          enumeration(uploadKinds, "Use of the file", { default: "organization_file" }),
        ),
        name: optional(
          text("Name of the file; default the name of the local file", { min: 1, max: 255 }),
        ),
        contentType: optional(
          text("MIME type; default from the file extension", {
            max: 255,
            placeholder: "type",
          }),
        ),
      },
      arguments: ["file"],
      operations: [contract.upload],
      isWrite: true,
      examples: [
        "org file upload logo.svg",
        "org file upload acme.woff2 --kind customization_font --json key",
      ],
      load: () => import("../features/organization/uploads.ts").then((m) => m.upload),
    }),
  },
});
