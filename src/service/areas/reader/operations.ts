/** The operations of APIs that pages show, out of the specifications that the organization has stored. */

import { LRUCache } from "lru-cache";
import type { Operation } from "../../../document/html/operation.ts";
import { addTo } from "../../../json/groups.ts";
import type { NamedOperation } from "../../engines/operation-name.ts";
import { findOperations } from "../../engines/pages.ts";
import type { SiteView } from "./site-view.ts";

/** By the version of the specification, the method and the path; a version never changes. */
const known = new LRUCache<string, { readonly operation: Operation | null }>({ max: 500 });

/** The name of a block's operation, the version of its specification, and what is known of it. */
export type KnownOperation = readonly [name: string, version: string, operation: Operation];

export async function operationsOf(
  view: SiteView,
  named: readonly NamedOperation[],
): Promise<readonly KnownOperation[]> {
  if (named.length === 0) return [];
  const result: KnownOperation[] = [];
  for (const [specification, some] of grouped(named)) {
    const version = await latestVersionOf(view, specification);
    if (version === undefined) continue;
    await read(view, version, some);
    for (const one of some) {
      const operation = known.get(`${version} ${one.name}`)?.operation;
      if (operation) result.push([one.name, version, operation]);
    }
  }
  return result;
}

function grouped(named: readonly NamedOperation[]): Map<string, NamedOperation[]> {
  const groups = new Map<string, NamedOperation[]>();
  for (const one of named) addTo(groups, one.specification, one);
  return groups;
}

/** By slug, id, or the address that it was fetched from. */
async function latestVersionOf({ reading, site }: SiteView, named: string) {
  const row = await reading.db
    .selectFrom("specifications")
    .select("last_version_id")
    .where("organization_id", "=", site.organization_id)
    .where((is) =>
      is.or([is("slug", "=", named), is("id", "=", named), is("source_url", "=", named)]),
    )
    .where("last_version_id", "is not", null)
    .executeTakeFirst();
  return row?.last_version_id ?? undefined;
}

async function read(
  { reading, site }: SiteView,
  version: string,
  wanted: readonly NamedOperation[],
): Promise<void> {
  const missing = wanted.filter(({ name }) => !known.has(`${version} ${name}`));
  if (missing.length === 0) return;
  const { filesystem } = await reading.db
    .selectFrom("specification_contents")
    .select("filesystem")
    .where("version_id", "=", version)
    .executeTakeFirstOrThrow();
  const found = await findOperations({ filesystem, wanted: missing }, site.id);
  for (const [at, { name }] of missing.entries()) {
    known.set(`${version} ${name}`, { operation: found[at] ?? null });
  }
}
