/** Follows a list from page to page, and fails where it cannot be whole. */
import { isList, isObject, type JsonObject, type JsonValue, type Page } from "../contract/wire.ts";
import { Unreachable } from "../errors.ts";

export interface ListPage extends Page<JsonObject> {
  /** The page as it came, unknown members included. */
  readonly value: JsonObject;
}

/** Pages without an item that are followed in a row. */
const mostEmptyPages = 1000;

/**
 * The pages of a list, one after another.
 * @param read brings the page at a token, or the first one
 * @throws Unreachable where a page is no page, or the list turns in a circle or changes meanwhile
 */
export async function* followPages(
  read: (token: string | undefined) => Promise<JsonValue | undefined>,
  from?: string,
): AsyncGenerator<ListPage, void> {
  const tokens = new Set(from === undefined ? [] : [from]);
  const meet = openRegister();
  let emptyPages = 0;
  for (let token = from; ; ) {
    const page = pageIn(await read(token));
    meet(page.items);
    emptyPages = page.items.length === 0 ? emptyPages + 1 : 0;
    yield page;
    if (page.next === undefined) return;
    token = page.next.page;
    if (tokens.has(token) || emptyPages > mostEmptyPages)
      throw broken("The list does not end: its pages lead in a circle.");
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
 * another may have been passed over. Lists whose ids repeat within a page are left alone.
 */
function openRegister(): (items: readonly JsonObject[]) => void {
  const met = new Set<string>();
  let unique = true;
  return (items) => {
    const ids = items.map((item) => item.id).filter((id) => typeof id === "string");
    unique &&= new Set(ids).size === ids.length;
    if (!unique) return;
    const again = ids.find((id) => met.has(id));
    if (again !== undefined)
      throw broken(`The list changed while it was read: ${again} came twice.`);
    for (const id of ids) met.add(id);
  };
}

function broken(message: string): Unreachable {
  return new Unreachable(message, {
    arrived: "perhaps",
    hint: "Run the command again to read the list from its beginning.",
  });
}
