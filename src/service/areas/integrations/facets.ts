/** What an integration is found by, worked out of its manifest once, when it is published. */
import type { Input } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/integration.ts";
import type { Target } from "../../../contract/integration-values.ts";
import type { IntegrationFacetTable } from "./tables.ts";

type Manifest = Input<typeof contract.publish>;

export function facetsOf(manifest: Manifest): Omit<IntegrationFacetTable, "integration">[] {
  const domains = (manifest.blocks ?? []).flatMap(({ urlUnfurl = [] }) =>
    urlUnfurl.flatMap(domainsOf),
  );
  return [
    ...each("category", manifest.categories ?? []),
    ...each("scope", manifest.scopes),
    ...each("domain", domains),
  ];
}

function each(kind: IntegrationFacetTable["kind"], values: readonly string[]) {
  return [...new Set(values)].map((value) => ({ kind, value }));
}

/** The domain of a pattern such as `https://*.example.com/embed/**`, and those that it is part of. */
function domainsOf(pattern: string): string[] {
  const [, host = ""] =
    /^(?:[a-z*]+:\/\/)?(?:\*\.)?([a-z0-9_.-]{1,253})(?:[:/?#]|$)/i.exec(pattern) ?? [];
  const labels = host
    .toLowerCase()
    .split(".")
    .filter((label) => label !== "");
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
}

/** Whether what is made for `target` works on spaces, or on sites. */
export function worksOn(target: Target, thing: "space" | "site"): boolean {
  return target === "all" || target === thing;
}

/** Events of spaces are for those that have anything to do with spaces. */
export function hearsSpaces({ target = "all", scopes }: Manifest): boolean {
  return worksOn(target, "space") && scopes.some((scope) => scope.startsWith("space:"));
}
