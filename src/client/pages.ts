/** Follows a list from page to page, and fails if the list cannot be complete. */
import type { ListResponse } from "../contract/wire.ts";
import { NetworkError } from "../errors.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../json/values.ts";

export interface ApiListPage extends ListResponse<JsonObject> {
  /** The page as received, including unknown members. */
  readonly value: JsonObject;
}

/** Maximum number of consecutive pages without new items. */
const mostStalePages = 100;

/**
 * The pages of a list, one after another.
 * @param read reads the page at a token, or the first one
 * @throws NetworkError for an invalid page, and if the list is circular or changes in the meantime
 */
export async function* followPages(
  read: (token: string | undefined) => Promise<JsonValue | undefined>,
  from?: string,
): AsyncGenerator<ApiListPage, void> {
  const tokens = new Set(from === undefined ? [] : [from]);
  const meet = openRegister();
  let stalePages = 0;
  for (let token = from; ; ) {
    const page = pageIn(await read(token));
    stalePages = meet(page.items) ? 0 : stalePages + 1;
    yield page;
    if (page.next === undefined) return;
    token = page.next.page;
    if (tokens.has(token)) throw broken("The list does not end: its pages form a cycle.");
    if (stalePages >= mostStalePages)
      throw broken(`The list does not end: ${stalePages} consecutive pages had no new items.`);
    tokens.add(token);
  }
}

function pageIn(value: JsonValue | undefined): ApiListPage {
  const items = isObject(value) ? value.items : undefined;
  if (!isObject(value) || !isList(items) || !items.every(isObject))
    throw broken("The response is not a page of a list: it has no items.");
  const next = value.next ?? undefined;
  const count = typeof value.count === "number" ? { count: value.count } : {};
  if (next === undefined) return { items, value, ...count };
  const page = isObject(next) ? next.page : undefined;
  if (typeof page !== "string" || page === "")
    throw broken("The list has more pages, but the response has no page token.");
  return { items, value, next: { page }, ...count };
}

/**
 * Records ids over the pages. An item that appears twice has moved while the list was read, and
 * another may have been missed. If items have no ids, or repeat them within a page, whole pages are
 * recorded.
 * @returns a function that takes the items of a page and returns whether any are new
 */
function openRegister(): (items: readonly JsonObject[]) => boolean {
  const met = new Set<string>();
  const pages = new Set<number>();
  let unique = true;
  return (items) => {
    if (items.length === 0) return false;
    const ids = items.map((item) => item.id).filter((id) => typeof id === "string");
    unique &&= new Set(ids).size === ids.length;
    if (!unique || ids.length === 0) {
      const count = pages.size;
      return pages.add(computeDigest(items)).size > count;
    }
    const again = ids.find((id) => met.has(id));
    if (again !== undefined)
      throw broken(`The list changed while it was read: ${again} appeared twice.`);
    for (const id of ids) met.add(id);
    return true;
  };
}

/** A number that is equal for equal items, and rarely equal for others. */
function computeDigest(items: readonly JsonObject[]): number {
  const text = JSON.stringify(items, (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  let digest = 0;
  for (let at = 0; at < text.length; at++) digest = (31 * digest + text.charCodeAt(at)) | 0;
  return digest;
}

function broken(message: string): NetworkError {
  return new NetworkError(message, {
    arrived: "perhaps",
    hint: "Run the command again to read the list from its beginning.",
  });
}
