/** Follows a list from page to page, and fails if it cannot be complete. */
import type { Page } from "../contract/wire.ts";
import { Unreachable } from "../errors.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../json/values.ts";

export interface ListPage extends Page<JsonObject> {
  /** The page as it came, unknown members included. */
  readonly value: JsonObject;
}

/** Pages without anything new that are followed in a row. */
const mostStalePages = 100;

/**
 * The pages of a list, one after another.
 * @param read brings the page at a token, or the first one
 * @throws Unreachable if a page is no page, or the list turns in a circle or changes meanwhile
 */
export async function* followPages(
  read: (token: string | undefined) => Promise<JsonValue | undefined>,
  from?: string,
): AsyncGenerator<ListPage, void> {
  const tokens = new Set(from === undefined ? [] : [from]);
  const meet = openRegister();
  let stalePages = 0;
  for (let token = from; ; ) {
    const page = pageIn(await read(token));
    stalePages = meet(page.items) ? 0 : stalePages + 1;
    yield page;
    if (page.next === undefined) return;
    token = page.next.page;
    if (tokens.has(token)) throw broken("The list does not end: its pages lead in a circle.");
    if (stalePages >= mostStalePages)
      throw broken(`The list does not end: ${stalePages} pages in a row brought nothing new.`);
    tokens.add(token);
  }
}

function pageIn(value: JsonValue | undefined): ListPage {
  const items = isObject(value) ? value.items : undefined;
  if (!isObject(value) || !isList(items) || !items.every(isObject))
    throw broken("The answer is not a page of a list: it has no items.");
  const next = value.next ?? undefined;
  const count = typeof value.count === "number" ? { count: value.count } : {};
  if (next === undefined) return { items, value, ...count };
  const page = isObject(next) ? next.page : undefined;
  if (typeof page !== "string" || page === "")
    throw broken("The list goes on, but its answer does not say where.");
  return { items, value, next: { page }, ...count };
}

/**
 * Remembers ids over the pages. An item that comes twice has moved while the list was read, and
 * another may have been passed over. Where items have no ids, or repeat theirs within a page, whole
 * pages are remembered.
 * @returns takes the items of a page, and says whether there is anything new among them
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
      throw broken(`The list changed while it was read: ${again} came twice.`);
    for (const id of ids) met.add(id);
    return true;
  };
}

/** A number that is the same for equal items, and seldom the same for others. */
function computeDigest(items: readonly JsonObject[]): number {
  const text = JSON.stringify(items, (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  let digest = 0;
  for (let at = 0; at < text.length; at++) digest = (31 * digest + text.charCodeAt(at)) | 0;
  return digest;
}

function broken(message: string): Unreachable {
  return new Unreachable(message, {
    arrived: "perhaps",
    hint: "Run the command again to read the list from its beginning.",
  });
}
