/** State before many writes, read from lists instead of one resource at a time. */
import type { PreparedRequest } from "../client/request.ts";
import { pathNames } from "../contract/endpoint.ts";
import type { FieldsBack } from "../contract/inverse.ts";
import { findInverse } from "../contract/inverses.ts";
import { ApiError } from "../errors.ts";
import { type JsonObject, objectIn, objectsIn, textIn } from "../json/values.ts";
import { fill, listPages, type ReadPath } from "./reading.ts";

/** Resources beyond this number of list items are read individually. */
const mostPages = 10;

/** Undefined for a write whose target is in no list. */
export type Batches = (request: PreparedRequest, read: ReadPath) => ReadPath | undefined;

export function openBatches(): Batches {
  const lists = new Map<string, Promise<Map<string, JsonObject>>>();
  /** Path parameters of the list that the writes do not contain, from the first target. */
  let organization = "";

  return ({ of }, read) => {
    const inverse = of && findInverse(of.endpoint.operation);
    if (of === undefined || inverse === undefined || !("how" in inverse)) return undefined;
    if (inverse.how !== "fields" || inverse.list === undefined) return undefined;
    const id = textIn(of.input[pathNames(of.endpoint).at(-1) ?? ""]);
    return async (path) => {
      const list = listPath(inverse, of.input, organization);
      const items = list === undefined ? undefined : await loadItems(list, read);
      const item = items?.get(id);
      // A second write to the same target must see the result of the first one.
      items?.delete(id);
      if (item !== undefined) return item;
      const answer = await read(path);
      organization = textIn(objectIn(answer).organization);
      return answer;
    };
  };

  function loadItems(list: string, read: ReadPath): Promise<Map<string, JsonObject>> {
    const known = lists.get(list);
    if (known !== undefined) return known;
    const reading = readList(list, read);
    lists.set(list, reading);
    // The next write tries again.
    reading.catch(() => lists.delete(list));
    return reading;
  }
}

function listPath(
  { list }: FieldsBack,
  input: NonNullable<PreparedRequest["of"]>["input"],
  organization: string,
): string | undefined {
  if (list === undefined) return undefined;
  try {
    const { organizationId } = input;
    return fill(list, { organization, ...(organizationId !== undefined && { organizationId }) });
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

async function readList(list: string, read: ReadPath): Promise<Map<string, JsonObject>> {
  const items = new Map<string, JsonObject>();
  let pages = 0;
  for await (const page of listPages(list, read)) {
    for (const item of objectsIn(objectIn(page).items)) items.set(textIn(item.id), item);
    if (++pages === mostPages) break;
  }
  return items;
}
