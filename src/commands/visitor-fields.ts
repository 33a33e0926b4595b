/** Flags for viewing a site as a visitor. */
import { optional, text } from "./fields.ts";

export const claims = optional(
  text("JSON or YAML file with visitor claims", { placeholder: "file" }),
);

export const visitorFields = {
  claims,
  asVisitor: optional(text("Email address of the visitor, as a claim", { placeholder: "email" })),
};
