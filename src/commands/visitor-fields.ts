/** The flags by which people say as which visitor they look at a docs site. */
import { optional, text } from "../contract/fields.ts";

export const claims = optional(
  text("File with the claims of a visitor, as JSON or YAML", { placeholder: "file" }),
);

export const visitorFields = {
  claims,
  asVisitor: optional(text("Email of the visitor, as a claim", { placeholder: "email" })),
};
