/** The fields that comments and replies share, in a space and in a change request. */
import { flag, group, id, json, list, oneOf, optional, text } from "./fields.ts";

/** A constant of its own: written inside a field, its type would be lost. */
const bodyModel = () => import("./comment.model.ts").then((m) => m.body);

/** What is said; an empty object says nothing. */
export const body = json(bodyModel, "Text", { markdown: "member" });

export const page = optional(id("page", "Page to comment on"));
export const node = optional(text("Block of the page to comment on", { min: 1, max: 255 }));
export const cell = optional(
  group(
    {
      record: text("Row of the table", { min: 1, max: 255 }),
      definition: text("Column of the table", { min: 1, max: 255 }),
    },
    "Cell of a table on the page to comment on",
  ),
);

/** In which form texts are answered. */
export const format = optional(
  oneOf(["document", "markdown"], "Form of the texts in the answer", { default: "markdown" }),
);

/** What a list of comments is chosen by, and its order. */
export const listing = {
  status: optional(
    oneOf(["all", "open", "resolved"], "Only those in this state", { default: "all" }),
  ),
  order: optional(oneOf(["asc", "desc"], "asc lists the oldest first", { default: "desc" })),
  targetPage: optional(id("page", "Only those on this page", { flag: "target-page" })),
  authors: optional(
    list(id("user"), "Only those posted by one of these people", {
      flag: "author",
      placeholder: "user",
    }),
  ),
  format,
};

const emoji = text("Emoji", { min: 1, max: 50 });

/** The caller's own reactions. */
export const reactions = {
  addedReactions: optional(
    list(emoji, "React with this emoji", { flag: "add-reaction", placeholder: "emoji", max: 50 }),
  ),
  removedReactions: optional(
    list(emoji, "Take back your reaction with this emoji", {
      flag: "remove-reaction",
      placeholder: "emoji",
      max: 50,
    }),
  ),
};

export const resolved = optional(flag("Resolve the comment", { flag: "resolve" }));
