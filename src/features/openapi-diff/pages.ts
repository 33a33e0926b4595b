/** Pages of an organization that show operations of a specification. */
import type { Context, JsonObject } from "../../context.ts";
import * as page from "../../contract/page.ts";
import * as space from "../../contract/space.ts";
import { asObject, asText } from "../../json/values.ts";
import { openOrganization } from "../organization/organization-reader.ts";

/** @returns page titles by operation in lower case: `get /pets` */
export async function findPagesOfSpecification(
  context: Context,
  organizationId: string,
  slug: string,
): Promise<Map<string, string[]>> {
  const client = await context.client({ many: true });
  const reading = openOrganization(client, organizationId);
  const titlesByOperation = new Map<string, string[]>();
  const spaces = (await reading.spaces()) ?? [];
  await Promise.all(
    spaces.map(async (one) => {
      const spaceId = asText(one.id);
      const title = asText(one.title);
      const called = `the links of ${JSON.stringify(title)}`;
      const links = (await reading.list(called, space.links, { spaceId })) ?? [];
      const ids = new Set(
        links
          .filter(({ targetReference }) => findSlug(targetReference) === slug)
          .flatMap(listPages),
      );
      for (const pageId of ids) {
        const input = { spaceId, pageId, format: "document" as const };
        const text = await reading.one(`a page of ${JSON.stringify(title)}`, page.get, input);
        for (const name of collectOperations(text?.document)) {
          const titles = titlesByOperation.get(name) ?? [];
          titles.push(`${asText(text?.title)} (${title})`);
          titlesByOperation.set(name, titles);
        }
      }
    }),
  );
  const [first] = reading.unread;
  if (first)
    context.terminal.note(
      `Pages may be missing because ${first.list} could not be read (${first.reason})`,
    );
  return titlesByOperation;
}

function findSlug(reference: unknown): string {
  const { openAPISpec } = asObject((reference ?? null) as never);
  return asText(asObject(openAPISpec ?? null).slug);
}

function listPages({ locationReferences }: JsonObject): string[] {
  const locations = Array.isArray(locationReferences) ? locationReferences.map(asObject) : [];
  return locations.flatMap((one) => {
    const id = asText(asObject(one.page ?? null).id);
    return id === "" ? [] : [id];
  });
}

/** Blocks that show an operation contain its path and method. */
function collectOperations(node: unknown): Set<string> {
  const operations = new Set<string>();
  const queue: unknown[] = [node];
  while (queue.length > 0) {
    const next = queue.pop();
    if (Array.isArray(next)) for (const one of next) queue.push(one);
    else if (typeof next === "object" && next !== null) {
      const { path, method } = next as { path?: unknown; method?: unknown };
      if (typeof path === "string" && typeof method === "string") {
        operations.add(`${method} ${path}`.toLowerCase());
      }
      for (const one of Object.values(next)) queue.push(one);
    }
  }
  return operations;
}
