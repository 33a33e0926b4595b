/** Rendering of pages as HTML, as functions of strings that run in a worker thread for large pages. */
import type { ContentReference } from "../../contract/content-reference.model.ts";
import type { Document, Node } from "../../contract/document.model.ts";
import type { ConditionScope } from "../../document/condition.ts";
import { type CodeSource, readCode } from "../../document/html/code.ts";
import type { ColorCode } from "../../document/html/code-tokens.ts";
import { isRightToLeftLanguage } from "../../document/html/direction.ts";
import { endWriting } from "../../document/html/html.ts";
import type { HtmlOperation } from "../../document/html/operation.ts";
import { type WrittenPage, writePage } from "../../document/html/page.ts";
import type { FindTarget, LinkTarget, RenderContext } from "../../document/html/render-context.ts";
import { hasShortCode } from "../../document/html/short-codes.ts";
import { findIntegrationBlock, getBlockKey } from "../../document/integration-blocks.ts";
import { asReference, withSpaceInReferences } from "../../document/references.ts";
import { listNodes, mapNodes } from "../../document/walk.ts";
import { type BoundedResult, type Budget, runWithin } from "../../json/budget.ts";
import { toCanonicalText } from "../../json/canonical.ts";
import { evaluateDocument } from "./evaluate-document.ts";
import { type OperationKey, type OperationResults, readOperations } from "./openapi/operation.ts";
import { findNamedOperation } from "./operation-name.ts";
import type { BoundedInput } from "./threads/bounded-work.ts";
import { runWithinTime, tryWithin } from "./threads/time-limit.ts";

export interface PageRenderRequest {
  /** A document as JSON. */
  readonly body: string;
  readonly included: readonly IncludedBody[];
  readonly scope: ConditionScope;
  /** References that are not in the list are not linked. */
  readonly targets: readonly (readonly [reference: ContentReference, target: LinkTarget])[];
  /** By the name from `findNamedOperation`. */
  readonly operations: readonly (readonly [name: string, operation: HtmlOperation])[];
  /** Rendered blocks of integrations, by their keys. */
  readonly blocks?: readonly (readonly [key: string, nodes: readonly Node[]])[];
  /** The code of the page's language. */
  readonly language?: string;
}

/** Reusable content that the page contains. */
export interface IncludedBody {
  /** The canonical form of the references to it. */
  readonly reference: string;
  /** The document as JSON. */
  readonly body: string;
  /** Its space, if it is not that of the page. */
  readonly space?: string;
  /** The targets of its URLs, because an equal relative URL on the page has another target. */
  readonly urls?: readonly (readonly [url: string, target: LinkTarget | undefined])[];
}

/** The maximum nesting of reusable contents. */
const deepest = 4;

export function writeHtml({
  input,
  limits,
}: BoundedInput<PageRenderRequest>): Promise<BoundedResult<WrittenPage>> {
  return runWithin(limits, async (budget) => {
    const { body, included, scope, language = "en" } = input;
    const isRightToLeft = isRightToLeftLanguage(language);
    const bodies = new Map(included.map((one) => [one.reference, one]));
    const whole = withIncluded(JSON.parse(body), bodies, deepest, budget);
    const evaluated = await evaluateDocument(whole, scope, "visitor", budget);
    const document = withBlocks(evaluated, new Map(input.blocks), budget);
    const targets = new Map(input.targets.map(([to, target]) => [toCanonicalText(to), target]));
    const find: FindTarget = (reference) => targets.get(toCanonicalText(reference));
    const findInside = (reusableContent: Node): FindTarget => {
      const [ref] = asReference(reusableContent.data?.ref);
      const urls = new Map(ref && bodies.get(toCanonicalText(ref))?.urls);
      return (reference) =>
        reference.kind === "url" && urls.has(reference.url)
          ? urls.get(reference.url)
          : find(reference);
    };
    const operations = new Map(input.operations);
    const color = await colorFor(document, operations.size > 0);
    const formula = await findFormulaRenderer(document);
    const emoji = hasShortCode(JSON.stringify(document))
      ? (await import("../../document/html/emoji.ts")).findEmoji
      : undefined;
    const write = () =>
      writePage(document, {
        find,
        findInside,
        operation: (block) => operations.get(findNamedOperation(block)?.name ?? ""),
        ...{ color, formula, emoji, budget, language, isRightToLeft },
      });
    return runWithinTime(limits, write, endWriting);
  });
}

/** @param hasExamples whether there is code outside the document too */
async function colorFor(document: Document, hasExamples: boolean): Promise<ColorCode | undefined> {
  const codes = [...listNodes(document)].flatMap(({ node }) =>
    node.type === "code" ? [readCode(node)] : [],
  );
  if (!hasExamples && codes.length === 0) return undefined;
  const { colorCode } = await import("../../document/html/code-colors.ts");
  return limitColoringTime(colorCode, codes);
}

async function findFormulaRenderer(document: Document): Promise<RenderContext["formula"]> {
  const hasFormula = [...listNodes(document)].some(
    ({ node: { type } }) => type === "math" || type === "inline-math",
  );
  if (!hasFormula) return undefined;
  const { renderFormula } = await import("../../document/html/math.ts");
  let remaining = formulaTime;
  return (formula, isBlock) => {
    if (remaining <= 0) return undefined;
    const start = performance.now();
    const written = tryWithin(remaining, () => renderFormula(formula, isBlock) ?? "invalid");
    remaining -= performance.now() - start;
    return written === "invalid" ? undefined : written;
  };
}

/** In milliseconds, for all formulas of a page; the rest is displayed as source. */
const formulaTime = 2000;

/** In milliseconds, for all code of a page; the rest is not colored. */
const coloringTime = 2000;

/** Code up to this size, in characters, is colored with one time limit. */
const coloredAtOnce = 64 * 1024;

/**
 * A grammar can take seconds for a short code that exploits it, within one regular expression.
 * Because each time limit starts a thread, the blocks of a page share one, unless they exceed it.
 * @param codes the code blocks of the page
 */
function limitColoringTime(color: ColorCode, codes: readonly CodeSource[]): ColorCode {
  let remaining = coloringTime;
  function timed<Result extends object | string>(
    milliseconds: number,
    work: () => Result,
  ): Result | undefined {
    const start = performance.now();
    const result = tryWithin(milliseconds, work);
    remaining -= performance.now() - start;
    return result;
  }
  const size = codes.reduce((sum, { source }) => sum + source.length, 0);
  const colored =
    size > 0 && size <= coloredAtOnce
      ? timed(coloringTime / 2, () => colorAll(color, codes))
      : undefined;
  return (code, language) => {
    const known = colored?.get(language)?.get(code);
    if (known) return known.tokens;
    if (remaining <= 0) return undefined;
    const tokens = timed(remaining, () => color(code, language) ?? "plain");
    return tokens === "plain" ? undefined : tokens;
  };
}

interface ColoredCode {
  /** Undefined for code that is not highlighted. */
  readonly tokens: ReturnType<ColorCode>;
}

/** The tokens of code blocks, by language in lower case and source. */
function colorAll(color: ColorCode, codes: readonly CodeSource[]) {
  const colored = new Map<string, Map<string, ColoredCode>>();
  for (const { source, language } of codes) {
    const name = language.toLowerCase();
    const ofLanguage = colored.get(name) ?? new Map<string, ColoredCode>();
    colored.set(name, ofLanguage.set(source, { tokens: color(source, name) }));
  }
  return colored;
}

/** The approximate minimum size of a node as JSON. */
const charactersOfNode = 64;

function withIncluded(
  document: Document,
  included: ReadonlyMap<string, IncludedBody>,
  depth: number,
  budget: Budget,
): Document {
  if (included.size === 0 || depth === 0) return document;
  const nodes = mapNodes(document.nodes, (node): Node => {
    budget.drawNodes();
    if (node.type !== "reusable-content") return node;
    const [ref] = asReference(node.data?.ref);
    const found = ref && included.get(toCanonicalText(ref));
    if (found === undefined) return node;
    // Length takes time even if there are few nodes.
    budget.drawNodes(Math.ceil(found.body.length / charactersOfNode));
    const { space } = found;
    const parsed: Document = JSON.parse(found.body);
    const text = space === undefined ? parsed : withSpaceInReferences(parsed, space);
    return { ...node, nodes: withIncluded(text, included, depth - 1, budget).nodes };
  });
  return { ...document, nodes };
}

/** Content of integrations has no expressions, and none of their blocks in it are rendered. */
function withBlocks(
  document: Document,
  blocks: ReadonlyMap<string, readonly Node[]>,
  budget: Budget,
): Document {
  if (blocks.size === 0) return document;
  const nodes = mapNodes(document.nodes, (node) => {
    const block = findIntegrationBlock(node);
    const content = block && blocks.get(getBlockKey(block));
    if (content === undefined) return node;
    for (const _ of listNodes({ ...document, nodes: [...content] })) budget.drawNodes();
    return content;
  });
  return { ...document, nodes };
}

/**
 * The distinct operations in the blocks of a document.
 * @param body the document as JSON
 */
export function listNamedOperations(body: string) {
  const document: Document = JSON.parse(body);
  const operations = [...listNodes(document)].flatMap(({ node }) => findNamedOperation(node) ?? []);
  return [...new Map(operations.map((one) => [one.name, one])).values()];
}

export interface OperationsRequest {
  readonly filesystem: string;
  readonly wanted: readonly OperationKey[];
}

export function findOperations({
  input: { filesystem, wanted },
  limits,
}: BoundedInput<OperationsRequest>): Promise<BoundedResult<OperationResults>> {
  return runWithin(limits, (budget) =>
    runWithinTime(limits, () => readOperations(filesystem, wanted, budget)),
  );
}
