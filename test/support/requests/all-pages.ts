/** Reading of complete lists in small pages. */
import type { Endpoint, Input } from "../../../src/contract/endpoint.ts";
import type { Workspace } from "../platforms/workspace.ts";

interface ListPage {
  readonly items: readonly unknown[];
  readonly next?: { readonly page: string };
}

/**
 * The items of all pages of a list, in order.
 * @param limit of a page
 */
export async function readAllPages<T>(
  workspace: Workspace,
  caller: string,
  endpoint: Endpoint,
  input: object,
  limit = 1,
): Promise<T[]> {
  const items: unknown[] = [];
  let page: string | undefined;
  do {
    const asked = { ...input, limit, ...(page !== undefined && { page }) };
    const answer = (await workspace.ok(caller, endpoint, asked as Input<Endpoint>)) as ListPage;
    if (answer.items.length > limit) throw new Error(`A page has ${answer.items.length} items.`);
    items.push(...answer.items);
    page = answer.next?.page;
  } while (page !== undefined);
  return items as T[];
}
