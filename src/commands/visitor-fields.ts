/** Flags for viewing a site as a visitor. */
import { optional, text } from "./fields.ts";

export const claims = optional(
  text("Visitor claims: JSON, plan=pro,isBetaUser=true or a JSON or YAML file", {
    placeholder: "claims",
  }),
);

export const visitorFields = {
  claims,
  asVisitor: optional(text("Email address of the visitor, as a claim", { placeholder: "email" })),
};
