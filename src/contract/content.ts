/** Operations on the content of a space as a whole. */
import { metadataFlags, pdfScope } from "./content-flags.ts";
import { endpoint } from "./endpoint.ts";
import { enumeration, id, json, optional, text } from "./fields.ts";

/** Declared separately, because a literal inside a field definition loses its type. */
const loadParams = () => import("./template.model.ts").then((m) => m.templateParams);
const loadSource = () => import("./computed-content.model.ts").then((m) => m.source);

const computation = {
  spaceId: id("space"),
  source: json(loadSource, "Content source, its properties and dependencies"),
  seed: text("Text from which ids are generated", { min: 1, max: 255 }),
};

export const get = endpoint({
  summary: "Show the content of a space: pages, files and variables",
  operation: "getCurrentRevision",
  route: "GET /spaces/{spaceId}/content",
  input: { spaceId: id("space"), ...metadataFlags },
  output: () => import("./revision.model.ts").then((m) => m.revision),
});

export const reusableContent = endpoint({
  summary: "Show reusable content of a space",
  operation: "getReusableContentById",
  route: "GET /spaces/{spaceId}/content/reusable-contents/{reusableContentId}",
  input: { spaceId: id("space"), reusableContentId: id("reusableContent"), ...metadataFlags },
  output: () => import("./revision.model.ts").then((m) => m.reusableContent),
  extension: true,
});

export const pdf = endpoint({
  summary: "Create a PDF of a space's pages",
  operation: "getSpacePDF",
  route: "GET /spaces/{spaceId}/pdf",
  input: { spaceId: id("space"), ...pdfScope },
  output: () => import("./shared.model.ts").then((m) => m.download),
  extension: true,
});

export const document = endpoint({
  summary: "Show a document as blocks, by the document id of a page or reusable content",
  operation: "getDocumentById",
  route: "GET /spaces/{spaceId}/documents/{documentId}",
  input: {
    spaceId: id("space"),
    documentId: text("Document id: documentId of a page, document of reusable content", {
      min: 1,
      max: 255,
    }),
    schema: optional(
      enumeration(["current", "next"], "Version of the block format", { default: "current" }),
    ),
  },
  output: () => import("./document.model.ts").then((m) => m.document),
  ignoredFields: [
    {
      path: "schema",
      reason: "the local platform has a single block format",
      exceptValues: ["current"],
    },
  ],
  extension: true,
});

export const computeRevision = endpoint({
  summary: "Compute the pages of a content source",
  operation: "getComputedRevision",
  route: "POST /spaces/{spaceId}/content/computed/revision",
  input: computation,
  output: () => import("./computed-content.model.ts").then((m) => m.computedRevision),
  reads: true,
  unaudited: true,
  extension: true,
});

export const computeDocument = endpoint({
  summary: "Compute the text of a page of a content source",
  operation: "getComputedDocument",
  route: "POST /spaces/{spaceId}/content/computed/document",
  input: {
    ...computation,
    schema: optional(
      enumeration(["current", "next"], "Version of the block format", { default: "current" }),
    ),
  },
  inQuery: ["schema"],
  output: () => import("./document.model.ts").then((m) => m.document),
  ignoredFields: [
    {
      path: "schema",
      reason: "the local platform has a single block format",
      exceptValues: ["current"],
    },
  ],
  reads: true,
  unaudited: true,
  extension: true,
});

export const applyTemplate = endpoint({
  summary: "Add the pages of a template to a space or change request",
  operation: "applyTemplateToSpace",
  route: "POST /spaces/{spaceId}/content/template",
  input: {
    spaceId: id("space"),
    id: text("Name of the template, or id of a space to use as template", {
      min: 1,
      max: 255,
    }),
    params: optional(json(loadParams, "References that the template requires, by name")),
    changeRequestId: optional(id("cr", "Change request to add the pages to; default the space")),
  },
  status: 204,
});
