/** Fields that the operations on docs sites and their parts share. */
import { nullable, optional, text } from "./fields.ts";

/** Opens the published addresses of a site whose visitors need a share link. */
export const shareKey = optional(
  text("Key of a share link, to resolve published addresses", {
    placeholder: "key",
    secret: "whole",
  }),
);

export const icon = optional(nullable(text("Name of an icon", { max: 50, placeholder: "name" })));

export const condition = optional(
  nullable(
    text("Expression that decides which visitors see it", {
      max: 1024,
      placeholder: "expression",
      syntax: "expression",
    }),
  ),
);
