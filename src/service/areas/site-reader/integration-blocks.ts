/**
 * Blocks of integrations on the pages of a site. Scripts run with a limited time for each page; a
 * block that takes longer appears in a later view, because its result is cached.
 */
import { LRUCache } from "lru-cache";
import type { Node } from "../../../contract/document.model.ts";
import { toDocumentBlocks } from "../../../document/contentkit.ts";
import { createTextNode } from "../../../document/html/raw-blocks.ts";
import { getBlockKey, type IntegrationBlock } from "../../../document/integration-blocks.ts";
import { ApiError } from "../../../errors.ts";
import { computeHash } from "../../../json/canonical.ts";
import { createSharedWork } from "../../engines/threads/shared-work.ts";
import type { InstallationRow } from "../integrations/installations/installations.ts";
import type { SiteView } from "./site-view.ts";

/** The maximum number of blocks of a page that are rendered. */
const mostBlocks = 20;
/** For all blocks of a page, in milliseconds. */
const longestWait = 3000;
/** The time that a result is used, in milliseconds, unless its integration specifies another. */
const usualAge = 5 * 60 * 1000;
const [shortestAge, longestAge] = [30 * 1000, 24 * 60 * 60 * 1000];
/** The time until a block that failed is rendered again. */
const failureAge = 30 * 1000;

interface RenderedBlock {
  readonly nodes: readonly Node[];
  /** The reason of a failure, for editors. */
  readonly failure?: string;
}

/** Results by the script, the space and the block. */
const rendered = new LRUCache<string, RenderedBlock>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: ({ nodes }) => JSON.stringify(nodes).length + 500,
});
const shareRendering = createSharedWork<RenderedBlock>();

/** The blocks of a document by their keys; a block that is not in the list is shown as before. */
export type BlockNodes = readonly (readonly [key: string, nodes: readonly Node[]])[];

export async function renderBlocks(
  view: SiteView,
  blocks: readonly (IntegrationBlock & { readonly spaceId: string })[],
): Promise<BlockNodes> {
  const { outside, newId } = view.reading;
  if (outside?.scripts === undefined || newId === undefined || blocks.length === 0) return [];
  const deadline = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), longestWait).unref();
  });
  const isEditor = view.preview;
  const spaces = new Map<string, Promise<readonly InstallationRow[]>>();
  const findOnSpace = (spaceId: string): Promise<readonly InstallationRow[]> => {
    const installations = spaces.get(spaceId) ?? findInstallations(view, spaceId);
    spaces.set(spaceId, installations);
    return installations;
  };
  const entries = blocks.slice(0, mostBlocks).map(async (block) => {
    const result = await Promise.race([renderOne(view, block, findOnSpace), deadline]);
    const nodes = result === undefined ? [] : chooseNodes(result, block, isEditor);
    return nodes.length === 0 ? [] : [[getBlockKey(block), nodes] as const];
  });
  return (await Promise.all(entries)).flat();
}

/** Readers see nothing of a failure: an embed stays a link. */
function chooseNodes(
  { nodes, failure }: RenderedBlock,
  { integration, block }: IntegrationBlock,
  isEditor: boolean,
): readonly Node[] {
  if (failure === undefined || !isEditor || integration === undefined) return nodes;
  const text = `The block ${block} of the integration ${integration} failed. ${failure}`;
  const note: Node = { object: "block", type: "paragraph", nodes: [createTextNode(text)] };
  return [{ object: "block", type: "hint", data: { style: "warning" }, nodes: [note] }];
}

/** Never rejects. */
async function renderOne(
  view: SiteView,
  block: IntegrationBlock & { readonly spaceId: string },
  findOnSpace: (spaceId: string) => Promise<readonly InstallationRow[]>,
): Promise<RenderedBlock | undefined> {
  try {
    const { spaceId } = block;
    const target = await findTarget(await findOnSpace(spaceId), block);
    if (target === undefined) return undefined;
    const { installation } = target;
    const key = computeHash(
      JSON.stringify([
        installation.id,
        installation.version,
        installation.updated_at,
        spaceId,
        target.component,
        getBlockKey(block),
      ]),
    );
    const cached = rendered.get(key);
    if (cached !== undefined) return cached;
    return await shareRendering(key, async () => {
      const { result, age } = await runBlock(view, block, target);
      rendered.set(key, result, { ttl: age });
      return result;
    });
  } catch {
    return undefined;
  }
}

interface BlockTarget {
  readonly installation: InstallationRow;
  readonly component: string;
}

/** Active installations on a space; none if it was deleted. */
async function findInstallations(
  { reading }: SiteView,
  spaceId: string,
): Promise<readonly InstallationRow[]> {
  const space = await reading.db
    .selectFrom("spaces")
    .select(["id", "organization_id"])
    .where("id", "=", spaceId)
    .executeTakeFirst();
  if (!space) return [];
  const { findInstalledOn } = await import("../integrations/installations/installed.ts");
  return findInstalledOn(reading, space, "space", undefined);
}

async function findTarget(
  installations: readonly InstallationRow[],
  { integration, block, url }: IntegrationBlock,
): Promise<BlockTarget | undefined> {
  const { findUnfurled, readBlocks } = await import("../integrations/running/link-patterns.ts");
  for (const installation of installations) {
    if (integration === undefined) {
      const found = findUnfurled(installation, url ?? "");
      if (found !== undefined) return { installation, component: found.id };
    } else if (installation.integration === integration) {
      const found = readBlocks(installation).find(({ id }) => id === block);
      return found && { installation, component: found.id };
    }
  }
  return undefined;
}

async function runBlock(
  { reading }: SiteView,
  { spaceId, props, action }: IntegrationBlock & { readonly spaceId: string },
  { installation, component }: BlockTarget,
): Promise<{ readonly result: RenderedBlock; readonly age: number }> {
  const { outside, newId } = reading;
  const { callScript, readObject } = await import("../integrations/running/call-script.ts");
  const context = { type: "document", spaceId, editable: false, theme: "light" };
  try {
    if (newId === undefined) throw new Error("There are no ids.");
    const response = await callScript(
      { ...reading, newId, outside },
      {
        integration: installation.integration,
        installation,
        event: {
          type: "ui_render",
          spaceId,
          componentId: component,
          props,
          context,
          ...(action && { action }),
        },
        recorded: { spaceId, componentId: component, context },
      },
    );
    const { element, state, type } = readObject(response);
    const nodes = type === "complete" ? [] : toDocumentBlocks(element, { ...Object(state) });
    return { result: { nodes }, age: readAge(response.headers["cache-control"]) };
  } catch (error) {
    const failure = error instanceof ApiError ? error.message : "It cannot be displayed.";
    return { result: { nodes: [], failure }, age: failureAge };
  }
}

/** Blocks without a lifetime are rendered again after some minutes. */
function readAge(header = ""): number {
  const seconds = Number(/max-age=(\d{1,9})/.exec(header)?.[1] ?? Number.NaN);
  if (Number.isNaN(seconds)) return usualAge;
  return Math.min(Math.max(seconds * 1000, shortestAge), longestAge);
}
