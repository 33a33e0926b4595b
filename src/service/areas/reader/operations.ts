/**
 * The operations of APIs that pages show, out of the specifications that the organization has stored and
 * those that are files of a space.
 */
import { LRUCache } from "lru-cache";
import type { Operation } from "../../../document/html/operation.ts";
import { bounds } from "../../../document/openapi/bounds.ts";
import { addTo } from "../../../json/groups.ts";
import { FetchFailure } from "../../engines/fetch-failure.ts";
import type { OperationResults } from "../../engines/openapi/operation.ts";
import type { NamedOperation } from "../../engines/operation-name.ts";
import { findOperations } from "../../engines/pages.ts";
import { createSharedWork } from "../../engines/shared-work.ts";
import { getFile } from "../content/blobs.ts";
import { getTreeIndex } from "../content/tree-index.ts";
import { getRequestContext, type SiteView } from "./site-view.ts";

/** An operation that a text of this space names. */
export interface OperationInText extends NamedOperation {
  readonly spaceId: string;
}

/** By the version of the specification, the method and the path; a version never changes. In characters, about. */
const known = new LRUCache<string, OperationResults[number]>({
  max: 500,
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ size }) => size + 1000,
});

/** Several pages and visitors may ask for the same. */
const shareReading = createSharedWork<OperationResults>();

/** The name of a block's operation, the version of its specification, and what is known of it. */
export type KnownOperation = readonly [name: string, version: string, operation: Operation];

interface Specification {
  readonly version: string;
  /** Its files as JSON; undefined if it cannot be read. */
  readonly files: () => Promise<string | undefined>;
}

export async function buildOperations(
  view: SiteView,
  named: readonly OperationInText[],
): Promise<readonly KnownOperation[]> {
  if (named.length === 0) return [];
  const groups = new Map<string, OperationInText[]>();
  for (const one of named) {
    addTo(groups, one.isFile ? `${one.spaceId} ${one.specification}` : one.specification, one);
  }
  const result: KnownOperation[] = [];
  for (const [first, ...others] of groups.values()) {
    if (first === undefined) continue;
    const specification = first.isFile
      ? await findFile(view, first)
      : await loadStoredOperation(view, first);
    if (specification === undefined) continue;
    const { version } = specification;
    const some = [first, ...others];
    const operations = await read(view, specification, some);
    for (const [name, operation] of operations) {
      if (operation) result.push([name, version, operation]);
    }
  }
  return result;
}

/** By slug, id, or the address that it was fetched from. */
async function loadStoredOperation(
  { reading, site }: SiteView,
  { specification: named }: OperationInText,
): Promise<Specification | undefined> {
  const row = await reading.db
    .selectFrom("specifications")
    .select("last_version_id")
    .where("organization_id", "=", site.organization_id)
    .where((is) =>
      is.or([is("slug", "=", named), is("id", "=", named), is("source_url", "=", named)]),
    )
    .where("last_version_id", "is not", null)
    .executeTakeFirst();
  const version = row?.last_version_id;
  if (!version) return undefined;
  const files = async () => {
    const { filesystem } = await reading.db
      .selectFrom("specification_contents")
      .select("filesystem")
      .where("version_id", "=", version)
      .executeTakeFirstOrThrow();
    return filesystem;
  };
  return { version, files };
}

/** A file beside the pages, as folders of Markdown have them. */
async function findFile(
  view: SiteView,
  { spaceId, specification: id }: OperationInText,
): Promise<Specification | undefined> {
  const { reading, pages, showing } = view;
  if (!showing(spaceId)) return undefined;
  const file = getTreeIndex(await pages.tree(spaceId)).files.get(id);
  if (file === undefined || file.size > bounds.fileBytes) return undefined;
  const files = async () => {
    const bytes = await getFile(reading.db, spaceId, file.hash);
    if (bytes === undefined) return undefined;
    const { readSpecification } = await import("../../engines/openapi/read-specification.ts");
    const entry = { text: new TextDecoder().decode(bytes) };
    const assembled = await readSpecification(entry, nothingOutside, getRequestContext(view));
    return "faults" in assembled ? undefined : assembled.filesystem;
  };
  return { version: `file ${file.hash}`, files };
}

/** A visitor makes the platform fetch nothing. */
const nothingOutside = {
  fetch: () =>
    Promise.reject(new FetchFailure("refused", "A file of a space is read without others.")),
};

async function read(
  view: SiteView,
  { version, files }: Specification,
  wanted: readonly NamedOperation[],
): Promise<ReadonlyMap<string, Operation | null>> {
  const operations = new Map<string, Operation | null>();
  const missing: NamedOperation[] = [];
  for (const one of wanted) {
    const before = known.get(`${version} ${one.name}`);
    if (before) operations.set(one.name, before.operation);
    else missing.push(one);
  }
  if (missing.length === 0) return operations;
  const names = missing.map(({ name }) => name);
  const found = await shareReading(JSON.stringify([version, names]), async () => {
    const filesystem = await files();
    if (filesystem === undefined) return [];
    return findOperations({ filesystem, wanted: missing }, getRequestContext(view));
  });
  for (const [at, { name }] of missing.entries()) {
    const one = found[at] ?? { operation: null, size: 0 };
    known.set(`${version} ${name}`, one);
    operations.set(name, one.operation);
  }
  return operations;
}
