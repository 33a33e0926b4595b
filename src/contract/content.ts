/** The operations on the content of a space as a whole. */
import { metadataFlags } from "./content-flags.ts";
import { endpoint } from "./endpoint.ts";
import { id, json, optional, text } from "./fields.ts";

/** A constant of its own: written inside a field, its type would be lost. */
const params = () => import("./template.model.ts").then((m) => m.templateParams);

export const get = endpoint({
  does: "Show the content of a space: its pages, files and variables",
  operation: "getCurrentRevision",
  route: "GET /spaces/{spaceId}/content",
  input: { spaceId: id("space"), ...metadataFlags },
  output: () => import("./revision.model.ts").then((m) => m.revision),
});

export const applyTemplate = endpoint({
  does: "Add the pages of a template to a space, or to one of its change requests",
  operation: "applyTemplateToSpace",
  route: "POST /spaces/{spaceId}/content/template",
  input: {
    spaceId: id("space"),
    id: text("Name of the template, or the id of a space to take as one", {
      min: 1,
      max: 255,
      placeholder: "template",
    }),
    params: optional(
      json(params, "What the template asks for: references by their names", {
        placeholder: "JSON",
      }),
    ),
    changeRequestId: optional(
      id("cr", "Change request that receives it; the space itself if absent", { flag: "cr" }),
    ),
  },
  status: 204,
});
