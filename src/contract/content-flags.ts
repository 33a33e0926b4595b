/** The fields by which content is asked for: what of it, and in which form. */
import { flag, oneOf, optional, text } from "./fields.ts";

/** What is answered besides the content itself. */
export const metadataFlags = {
  metadata: optional(flag("Tell where things stand in their Git repository", { default: true })),
  computed: optional(
    flag("Compute the content that is made from something else", { default: true }),
  ),
};

const evaluated = optional(
  oneOf(
    ["true", "false", "deterministic-only"],
    "Work out expressions and conditions: all of them, or only those that are the same for everyone",
    { default: "false" },
  ),
);

export const pageForm = {
  format: optional(
    oneOf(["document", "markdown"], "Form of the page's text", { default: "markdown" }),
  ),
  evaluated,
};

/** The same for a text that is answered as a document. */
export const documentForm = { evaluated };

export const pagePath = text("Path of the page in its space, such as guides/start", {
  min: 1,
  max: 2048,
  flag: "path",
  placeholder: "path",
});

export const linkStatus = optional(oneOf(["ok", "broken", "in-app"], "Only links in this state"));

export const searchQuery = text('Words to look for; "quoted words" stand together', { max: 512 });
