/** Content security policy of an integration, as it is sent in a header. */
import type { ContentSecurityPolicy } from "../../../contract/integration-manifest.model.ts";

/**
 * Formats a policy on one line, regardless of the form in which it was published: line breaks and
 * repeated spaces become one space, and empty directives are removed.
 */
export function formatPolicy(policy: ContentSecurityPolicy): string {
  const text =
    typeof policy === "string"
      ? policy
      : Object.entries(policy)
          .map(([directive, sources]) => `${directive} ${sources ?? ""}`)
          .join(";");
  return text
    .split(";")
    .map((directive) => directive.trim().split(/\s+/).join(" "))
    .filter((directive) => directive !== "")
    .join("; ");
}
