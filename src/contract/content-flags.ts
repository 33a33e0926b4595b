/** Fields that select the content of a response and its format. */
import { boolean, enumeration, id, optional, text } from "./fields.ts";

/** Additional content of a response. */
export const metadataFlags = {
  metadata: optional(boolean("Include the Git location of each item", { default: true })),
  computed: optional(boolean("Generate the content of computed sources", { default: true })),
};

const evaluated = optional(
  enumeration(
    ["true", "false", "deterministic-only"],
    "Evaluate expressions and conditions: all, or only those equal for all readers",
    { default: "false" },
  ),
);

const dereferenced = optional(
  enumeration(
    ["true", "false", "reusable-contents"],
    "Replace references by their content: all, or only reusable contents",
    { default: "false" },
  ),
);

export const pageForm = {
  format: optional(
    enumeration(["document", "markdown"], "Format of the page's text", { default: "markdown" }),
  ),
  "format.markdown.refs": optional(
    enumeration(["relative", "stable"], "How Markdown links to other content: by path or by id", {
      default: "relative",
    }),
  ),
  evaluated,
  dereferenced,
};

/** Format of a text that is returned as a document. */
export const documentForm = { evaluated, dereferenced };

/** Values that the local platform ignores. */
export const unheededDocument = [
  {
    path: "dereferenced",
    reason: "references are not resolved in this operation",
    exceptValues: ["false"],
  },
] as const;
export const unheededForm = [
  {
    path: "format.markdown.refs",
    reason: "references are always relative",
    exceptValues: ["relative"],
  },
  ...unheededDocument,
] as const;

/** Without a cache, cached values are always up to date. */
export const cachedMetadata = optional(boolean("Use cached Git locations", { default: false }));

export const pagePath = text("Path of the page in its space, such as guides/start", {
  min: 1,
  max: 2048,
});

export const linkStatus = optional(
  enumeration(["ok", "broken", "in-app"], "Only links with this status"),
);

export const searchQuery = text("Search query; quote words that must be adjacent", { max: 512 });

/** Pages of a space or change request to include in a PDF. */
export const pdfScope = {
  page: optional(id("page", "First page; its subpages are included")),
  only: optional(boolean("Omit the subpages of --page", { default: false })),
};
