/**
 * Lookup of the API operations in pages, in stored specifications of the organization and in
 * specification files of a space.
 */
import { LRUCache } from "lru-cache";
import type { HtmlOperation } from "../../../document/html/operation.ts";
import { bounds } from "../../../document/openapi/bounds.ts";
import { addTo } from "../../../json/groups.ts";
import { FetchFailure } from "../../engines/network/fetch-failure.ts";
import type { OperationResults } from "../../engines/openapi/operation.ts";
import type { NamedOperation } from "../../engines/operation-name.ts";
import { findOperations } from "../../engines/pages.ts";
import { createSharedWork } from "../../engines/threads/shared-work.ts";
import { getFile } from "../content/files/blobs.ts";
import { getTreeIndex } from "../content/tree/tree-index.ts";
import { getRequestContext, type SiteView } from "./site-view.ts";

/** A reference to an operation, with the space of the document that contains it. */
export interface OperationInText extends NamedOperation {
  readonly spaceId: string;
}

/** Cache by specification version, method and path; a version is immutable. The size is in characters, approximately. */
const cache = new LRUCache<string, OperationResults[number]>({
  max: 500,
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ size }) => size + 1000,
});

/** Concurrent requests for the same operations share one lookup. */
const shareReading = createSharedWork<OperationResults>();

/** The name of an operation, the version of its specification, and its description. */
export type KnownOperation = readonly [name: string, version: string, operation: HtmlOperation];

interface ReaderSpecification {
  readonly version: string;
  /** The files as JSON; undefined if the specification cannot be read. */
  readonly files: () => Promise<string | undefined>;
}

export async function buildOperations(
  view: SiteView,
  references: readonly OperationInText[],
): Promise<readonly KnownOperation[]> {
  if (references.length === 0) return [];
  const groups = new Map<string, OperationInText[]>();
  for (const one of references) {
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
    const operations = await read(view, specification, [first, ...others]);
    for (const [name, operation] of operations) {
      if (operation) result.push([name, version, operation]);
    }
  }
  return result;
}

/** Finds a specification by slug, id or source URL. */
async function loadStoredOperation(
  { reading, site }: SiteView,
  { specification: reference }: OperationInText,
): Promise<ReaderSpecification | undefined> {
  const row = await reading.db
    .selectFrom("specifications")
    .select("last_version_id")
    .where("organization_id", "=", site.organization_id)
    .where((is) =>
      is.or([
        is("slug", "=", reference),
        is("id", "=", reference),
        is("source_url", "=", reference),
      ]),
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

/** Finds a specification that is a file of the space. */
async function findFile(
  view: SiteView,
  { spaceId, specification: id }: OperationInText,
): Promise<ReaderSpecification | undefined> {
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

/** Rejects all fetches, so that visitors cannot trigger outgoing requests. */
const nothingOutside = {
  fetch: () =>
    Promise.reject(
      new FetchFailure("refused", "References from a file to other URLs are not fetched."),
    ),
};

async function read(
  view: SiteView,
  { version, files }: ReaderSpecification,
  references: readonly NamedOperation[],
): Promise<ReadonlyMap<string, HtmlOperation | null>> {
  const operations = new Map<string, HtmlOperation | null>();
  const missing: NamedOperation[] = [];
  for (const one of references) {
    const cachedResult = cache.get(`${version} ${one.name}`);
    if (cachedResult) operations.set(one.name, cachedResult.operation);
    else missing.push(one);
  }
  if (missing.length === 0) return operations;
  const names = missing.map(({ name }) => name);
  const results = await shareReading(JSON.stringify([version, names]), async () => {
    const filesystem = await files();
    if (filesystem === undefined) return [];
    return findOperations({ filesystem, wanted: missing }, getRequestContext(view));
  });
  for (const [index, { name }] of missing.entries()) {
    const result = results[index] ?? { operation: null, size: 0 };
    cache.set(`${version} ${name}`, result);
    operations.set(name, result.operation);
  }
  return operations;
}
