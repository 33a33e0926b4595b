/** Titles in place of the parent ids of rows, at the cost of one request per list. */
import type { TitleLookup } from "../../commands/columns.ts";
import type { ApiClient, JsonObject, Pages, PrintedColumn } from "../../context.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { findOwn } from "../../json/own-members.ts";
import { asObject, asObjects } from "../../json/values.ts";
import { getFieldValue } from "../../terminal/formats/field-selection.ts";
import { asInput } from "../resolve/input.ts";

/** The maximum number of resources that one request lists. */
const size = 1000;

/**
 * The columns with titles of the resources whose ids they contain, and a function that collects
 * titles from pages. Titles that the list itself contains are not requested; if the platform
 * refuses the request, the ids remain.
 */
export function createTitleLookup(
  columns: readonly PrintedColumn[],
  { paths, from }: Pick<TitleLookup, "paths" | "from">,
  input: JsonObject,
  client: ApiClient,
): {
  readonly columns: readonly PrintedColumn[];
  readonly titled: (pages: Pages) => Pages;
} {
  const titles = new Map<string, string>();
  const isUnknown = (row: JsonObject): boolean =>
    paths.some((path) => {
      const id = getFieldValue(row, path);
      return typeof id === "string" && !titles.has(id);
    });
  const learn = (items: readonly JsonObject[]): void => {
    for (const { id, title, label } of items) {
      const name = title ?? label;
      if (typeof id === "string" && typeof name === "string" && name !== "") titles.set(id, name);
    }
  };
  let asked = false;
  async function* titled(pages: Pages) {
    for await (const rows of pages) {
      // A collection can be nested in another one of the list.
      learn(rows);
      learn(rows.flatMap((row) => Object.values(row).map(asObject)));
      if (!asked && rows.some(isUnknown)) {
        const source = await from();
        asked = typeof source !== "function";
        if (typeof source === "function") {
          const found = await source(client, input, rows).catch(() => new Map<string, string>());
          for (const [id, title] of found) titles.set(id, title);
        } else {
          learn(await listItems(source, pickParents(source, input), client));
        }
      }
      yield rows;
    }
  }
  return {
    columns: columns.map((column) =>
      paths.includes(column.path) ? { ...column, titles } : column,
    ),
    titled,
  };
}

/** The path fields of a list, from the input of another one with the same parents. */
function pickParents({ route, input: fields }: Endpoint, input: JsonObject): JsonObject {
  const names = Object.keys(fields).filter((name) => route.includes(`{${name}}`));
  return Object.fromEntries(names.map((name) => [name, findOwn(input, name) ?? null]));
}

/** The pages of a space are nested. */
function withInner(pages: readonly JsonObject[]): readonly JsonObject[] {
  return pages.flatMap((page) => [page, ...withInner(asObjects(page.pages))]);
}

async function listItems(
  endpoint: Endpoint,
  input: JsonObject,
  client: ApiClient,
): Promise<readonly JsonObject[]> {
  try {
    if (endpoint.list === undefined) {
      const { value } = await client.call(endpoint, asInput(input));
      return withInner(asObjects(asObject(value).pages));
    }
    for await (const { items } of client.pages(endpoint, asInput(input), { size })) return items;
  } catch {
    // The list itself was answered; only the titles of other things are not known.
  }
  return [];
}
