/** The fields by which content is asked for: what of it, and in which form. */
import { enumeration, flag, id, optional, text } from "./fields.ts";

/** What is answered besides the content itself. */
export const metadataFlags = {
  metadata: optional(flag("Tell where things stand in their Git repository", { default: true })),
  computed: optional(
    flag("Compute the content that is made from something else", { default: true }),
  ),
};

const evaluated = optional(
  enumeration(
    ["true", "false", "deterministic-only"],
    "Work out expressions and conditions: all of them, or only those that are the same for everyone",
    { default: "false" },
  ),
);

const dereferenced = optional(
  enumeration(
    ["true", "false", "reusable-contents"],
    "Put what is referred to in place of the reference: all of it, or only reusable contents",
    { default: "false" },
  ),
);

export const pageForm = {
  format: optional(
    enumeration(["document", "markdown"], "Form of the page's text", { default: "markdown" }),
  ),
  "format.markdown.refs": optional(
    enumeration(["relative", "stable"], "How Markdown names other content: by paths, or by ids", {
      default: "relative",
      flag: "refs",
    }),
  ),
  evaluated,
  dereferenced,
};

/** The same for a text that is answered as a document. */
export const documentForm = { evaluated, dereferenced };

/** What of these the embedded platform does nothing about. */
export const unheededDocument = [
  { path: "dereferenced", why: "references stay references here", unless: ["false"] },
] as const;
export const unheededForm = [
  { path: "format.markdown.refs", why: "references are relative here", unless: ["relative"] },
  ...unheededDocument,
] as const;

/** Where nothing is cached, what a cache may have is always up to date. */
export const cachedMetadata = optional(
  flag("Take the places in the Git repository from a cache", { default: false }),
);

export const pagePath = text("Path of the page in its space, such as guides/start", {
  min: 1,
  max: 2048,
  flag: "path",
  placeholder: "path",
});

export const linkStatus = optional(
  enumeration(["ok", "broken", "in-app"], "Only links in this state"),
);

export const searchQuery = text('Words to look for; "quoted words" stand together', { max: 512 });

/** Which pages of a space or a change request a PDF has. */
export const pdfScope = {
  page: optional(id("page", "Page to begin at; the pages below it follow", { flag: "page" })),
  only: optional(flag("Leave out the pages below --page", { default: false })),
};
