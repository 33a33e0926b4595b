/**
 * References that a visitor of a site sees: in the text of a page, and in the reusable content that it
 * contains at any level. Conditions are evaluated for each page, also those around inclusions.
 */
import { LRUCache } from "lru-cache";
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import type { ConditionScope } from "../../../../document/condition.ts";
import { ApiError } from "../../../../errors.ts";
import { addTo } from "../../../../json/groups.ts";
import { loadOnce } from "../../../core/cached-results.ts";
import { listVisibleReferences } from "../../../engines/documents.ts";
import { takeTurn } from "../../../engines/threads/turns.ts";
import type { ContentTree } from "../tree/tree.ts";
import { getTreeIndex, type TreePage } from "../tree/tree-index.ts";
import { getTreeNumber } from "../tree/tree-number.ts";
import { getScope } from "./condition-scope.ts";
import { getStoredText } from "./documents.ts";
import {
  findInclusions,
  loadTextReferences,
  resolveInclusions,
  type TextWorkContext,
} from "./inclusions.ts";
import {
  type ConditionalText,
  listReferencesInSettings,
  type SpaceContent,
  type TextSpace,
  type VisitorReader,
} from "./text-spaces.ts";

/**
 * Selects the targets to look for, such as ids of files.
 * @param source the content with the references
 * @param textId the page or reusable content with the references
 */
export type ListTargets = (
  references: readonly ContentReference[],
  source: SpaceContent,
  textId: string,
) => readonly string[];

/** The targets to which the content of a space refers, under any condition. */
export interface LinkedTargets {
  /** Those in settings of pages, such as covers. */
  readonly inSettings: ReadonlySet<string>;
  /** Those in texts, by the id of the page or reusable content. */
  readonly inTexts: ReadonlyMap<string, readonly string[]>;
  /** The ids of the texts, by target. */
  readonly textsByTarget: ReadonlyMap<string, readonly string[]>;
}

/** The number of texts that are processed in one turn, which takes a few milliseconds. */
const textsOfTurn = 500;

export async function findTargets(
  work: TextWorkContext,
  source: SpaceContent,
  listTargets: ListTargets,
): Promise<LinkedTargets> {
  const inTexts = new Map<string, readonly string[]>();
  const textsByTarget = new Map<string, string[]>();
  let count = 0;
  for (const [id, references] of await loadTextReferences(work, source.id, source.tree)) {
    if (++count % textsOfTurn === 0) await takeTurn(work.caller);
    const targets = listTargets(references, source, id);
    if (targets.length === 0) continue;
    inTexts.set(id, targets);
    for (const target of targets) addTo(textsByTarget, target, id);
  }
  const inSettings = new Set<string>();
  for (const { page } of getTreeIndex(source.tree).pages.values()) {
    const references = listReferencesInSettings(page);
    for (const target of listTargets(references, source, page.id)) inSettings.add(target);
  }
  return { inSettings, inTexts, textsByTarget };
}

export interface TargetSearch extends Pick<VisitorReader, "visitor"> {
  readonly spaces: readonly TextSpace[];
  /** Finds the targets to which the content of a space refers. */
  readonly find: (source: SpaceContent) => Promise<LinkedTargets>;
  readonly listTargets: ListTargets;
}

/**
 * Removes the targets that the visitor sees: in settings of pages, in pages, and in reusable content that
 * they contain.
 * @param targets is changed
 * @returns whether all texts were evaluated; a text that took too much time shows no targets
 */
export async function removeVisibleTargets(
  work: TextWorkContext,
  targets: Set<string>,
  { visitor, spaces, find, listTargets }: TargetSearch,
): Promise<boolean> {
  const links = new Map<string, LinkedTargets>();
  for (const { space, tree } of spaces) {
    const linkedTargets = await find({ id: space.id, tree });
    links.set(space.id, linkedTargets);
    for (const target of targets) if (linkedTargets.inSettings.has(target)) targets.delete(target);
  }
  const { texts, includers, conditional, usingPage } = await loadGraph(work, spaces);
  const wanted = new Set<string>();
  for (const [spaceId, { textsByTarget }] of links) {
    for (const target of targets) {
      for (const textId of textsByTarget.get(target) ?? []) wanted.add(toKey(spaceId, textId));
    }
  }
  addContaining(wanted, includers);
  const seen = new Set<string>();
  let isComplete = true;

  async function show(start: string, page: TreePage, { space, tree }: TextSpace): Promise<void> {
    const remaining = [start];
    for (let key = remaining.pop(); key !== undefined; key = remaining.pop()) {
      const text = texts.get(key);
      // Only a text with conditions, at any level, can differ between two pages or spaces.
      const reader = usingPage.has(key) ? start : conditional.has(key) ? space.id : "";
      const use = `${key} ${reader}`;
      if (!text || !wanted.has(key) || seen.has(use) || targets.size === 0) continue;
      seen.add(use);
      const source = { id: text.within.space.id, tree: text.within.tree };
      if (text.conditional === undefined) {
        const targetsOfText = links.get(source.id)?.inTexts.get(text.id) ?? [];
        for (const target of targetsOfText) targets.delete(target);
        for (const included of text.includes) remaining.push(included);
        continue;
      }
      const references = await findVisibleReferences(
        { id: source.id, hash: text.conditional.hash },
        getScope({ visitor }, tree, page, space),
        work,
      );
      if (references === undefined) {
        isComplete = false;
        continue;
      }
      for (const target of listTargets(references, source, text.id)) targets.delete(target);
      const inclusions = resolveInclusions(source.id, source.tree, text.id, references);
      for (const one of inclusions) remaining.push(toKey(one.space, one.reusableContent));
    }
  }

  let count = 0;
  for (const key of wanted) {
    if (++count % textsOfTurn === 0) await takeTurn(work.caller);
    const text = texts.get(key);
    if (text?.treePage) await show(key, text.treePage, text.within);
  }
  return isComplete;
}

/** The texts of spaces, independent of visitors; keys name a space and a text. */
interface TextGraph {
  readonly texts: ReadonlyMap<string, SiteText>;
  /** The texts that contain a reusable content under any condition. */
  readonly includers: ReadonlyMap<string, readonly string[]>;
  /** The texts that have conditions, at any level. */
  readonly conditional: ReadonlySet<string>;
  /** The texts that have conditions with values of the page, at any level. */
  readonly usingPage: ReadonlySet<string>;
}

/** A page, or reusable content without `treePage`. */
interface SiteText {
  readonly id: string;
  readonly treePage: TreePage | undefined;
  readonly within: TextSpace;
  readonly conditional: ConditionalText | undefined;
  /** The keys of the reusable content that it contains under any condition. */
  readonly includes: string[];
}

const graphs = new WeakMap<ContentTree, LRUCache<string, Promise<TextGraph>>>();

/** Cached by the trees, because building the graph of many pages takes long. */
function loadGraph(work: TextWorkContext, spaces: readonly TextSpace[]): Promise<TextGraph> {
  const [first] = spaces;
  if (!first) return buildGraph(work, spaces);
  const graphsOfTree =
    graphs.get(first.tree) ?? new LRUCache<string, Promise<TextGraph>>({ max: 3 });
  graphs.set(first.tree, graphsOfTree);
  return loadOnce(graphsOfTree, getKey(spaces), () => buildGraph(work, spaces));
}

/** Identifies spaces and their content in the key of a cache. */
export function getKey(spaces: readonly TextSpace[]): string {
  return JSON.stringify(spaces.map(({ space, tree }) => [space, getTreeNumber(tree)]));
}

async function buildGraph(work: TextWorkContext, spaces: readonly TextSpace[]): Promise<TextGraph> {
  const texts = new Map<string, SiteText>();
  const includers = new Map<string, string[]>();
  const conditional = new Set<string>();
  const usingPage = new Set<string>();
  for (const within of spaces) {
    for (const { id, treePage } of listTexts(within)) {
      if (texts.size % textsOfTurn === 0) await takeTurn(work.caller);
      const key = toKey(within.space.id, id);
      const conditions = within.conditional.get(id);
      texts.set(key, { id, treePage, within, conditional: conditions, includes: [] });
      if (conditions) conditional.add(key);
      if (conditions?.usesPage) usingPage.add(key);
    }
  }
  for (const { space: within, tree } of spaces) {
    for (const one of await findInclusions(work, within.id, tree)) {
      const [from, to] = [toKey(within.id, one.includer), toKey(one.space, one.reusableContent)];
      texts.get(from)?.includes.push(to);
      addTo(includers, to, from);
    }
  }
  addContaining(conditional, includers);
  addContaining(usingPage, includers);
  return { texts, includers, conditional, usingPage };
}

function toKey(spaceId: string, textId: string): string {
  return `${spaceId} ${textId}`;
}

function listTexts({ tree }: TextSpace): Pick<SiteText, "id" | "treePage">[] {
  const { pages, reusableContents } = getTreeIndex(tree);
  return [
    ...[...pages].map(([id, treePage]) => ({ id, treePage })),
    ...[...reusableContents.keys()].map((id) => ({ id, treePage: undefined })),
  ];
}

/** Adds the texts that contain one of them, at any level. */
function addContaining(keys: Set<string>, includers: ReadonlyMap<string, readonly string[]>): void {
  // The set grows during the iteration.
  for (const key of keys) for (const includer of includers.get(key) ?? []) keys.add(includer);
}

/** @returns undefined if the text took too much time or memory, which may be different next time */
async function findVisibleReferences(
  { id: spaceId, hash }: { readonly id: string; readonly hash: string },
  scope: ConditionScope,
  work: TextWorkContext,
): Promise<readonly ContentReference[] | undefined> {
  const { body } = await getStoredText(work.db, spaceId, hash);
  try {
    return await listVisibleReferences({ body, scope }, work);
  } catch (error) {
    if (error instanceof ApiError && error.status === 413) return undefined;
    throw error;
  }
}
