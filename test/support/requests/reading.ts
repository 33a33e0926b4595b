/** Reads a whole workspace with all GET operations, following the ids in lists. */
import { type Endpoint, getMethod, resolvePath } from "../../../src/contract/endpoint.ts";
import type { Platform } from "../platforms/platform.ts";
import { endpoints } from "./made.ts";

export interface Read {
  readonly endpoint: Endpoint;
  /** The request. */
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

/** Canonical paths of resources that several lists contain. */
const homes: Readonly<Record<string, string>> = {
  organization: "/orgs/{organizationId}",
  collection: "/collections/{collectionId}",
  space: "/spaces/{spaceId}",
  integration: "/integrations/{integrationName}",
};

const pages = "/spaces/{spaceId}/content/pages";
const page = "/spaces/{spaceId}/content/page/{pageId}";
/** Required query parameters of lists. */
const asked: Readonly<Record<string, readonly string[]>> = {
  [page]: ["format=document", "format=markdown"],
  searchOrganizationContent: ["query=page"],
  searchSpaceContent: ["query=page"],
};

type Reading = Pick<Platform, "ask">;

/** @param most the maximum number of items of a list that are read individually */
export async function readEverything({ ask }: Reading, most: number): Promise<readonly Read[]> {
  const known = new Map<string, string[][]>([["", [[]]]]);
  const reads: Read[] = [];
  const readers = endpoints
    .filter((endpoint) => getMethod(endpoint) === "GET")
    .toSorted((one, other) => computeDepth(one) - computeDepth(other));
  for (const endpoint of readers) {
    const template = resolvePath(endpoint);
    const [above = ""] = /^.*\}/.exec(template) ?? [];
    for (const values of (known.get(above) ?? []).slice(0, most)) {
      const path = filled(template, values);
      for (const query of asked[template] ?? asked[endpoint.operation] ?? [""]) {
        const { status, body } = await ask(`GET /v1${path}?${query}`);
        reads.push({ endpoint, path: `${path}?${query}`, status, body });
        if (status < 300) learn(known, template, values, body);
      }
    }
  }
  return reads;
}

/** Lists precede their items, and shorter paths precede longer ones. */
function computeDepth(endpoint: Endpoint): number {
  const names = resolvePath(endpoint).split("{").length;
  return 2 * names - (endpoint.list === true || resolvePath(endpoint) === pages ? 1 : 0);
}

function filled(template: string, values: readonly string[]): string {
  let at = 0;
  return template.replace(/\{\w+\}/g, () => encodeURIComponent(values[at++] ?? ""));
}

interface Thing {
  readonly object?: string;
  readonly id?: string;
  readonly slug?: string;
  readonly name?: string;
}

function learn(
  known: Map<string, string[][]>,
  template: string,
  values: readonly string[],
  body: unknown,
): void {
  const { items = [], pages: found = [] }: { items?: Thing[]; pages?: Thing[] } = Object(body);
  for (const thing of template === pages ? found : items) {
    const named = thing.object === "openapi-spec" ? thing.slug : (thing.id ?? thing.name);
    if (named === undefined) continue;
    const home = homes[thing.object ?? ""];
    if (home !== undefined) add(known, home, [named]);
    for (const path of pathsBelow(template)) add(known, path, [...values, named]);
  }
}

/** The paths of the items of a list. */
function pathsBelow(template: string): readonly string[] {
  if (template === pages) return [page];
  const start = `${template}/{`;
  const below = endpoints.map(resolvePath).filter((path) => path.startsWith(start));
  return [...new Set(below.map((path) => path.slice(0, path.indexOf("}", start.length) + 1)))];
}

function add(known: Map<string, string[][]>, path: string, values: string[]): void {
  const before = known.get(path) ?? [];
  const isNew = !before.some((one) => one.join() === values.join());
  if (isNew) known.set(path, [...before, values]);
}
