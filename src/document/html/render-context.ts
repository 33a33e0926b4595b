/** Context of a rendered text: targets of references and external content. */
import type { ContentReference } from "../../contract/content-reference.model.ts";
import type { Node } from "../../contract/document.model.ts";
import type { Budget } from "../../json/budget.ts";
import type { Anchor } from "../anchors.ts";
import type { Footnote } from "../footnotes.ts";
import type { ColorCode } from "./code-tokens.ts";
import type { Html } from "./html.ts";
import type { HtmlOperation } from "./operation.ts";

/** Target of a reference. */
export interface LinkTarget {
  /** Validated again before it becomes part of a page. */
  readonly address: string;
  /** Title of the target, for references without a text of their own. */
  readonly title?: string;
  readonly description?: string;
  readonly emoji?: string;
  /** Of files, in bytes. */
  readonly size?: number;
  /** Of images. */
  readonly dimensions?: { readonly width: number; readonly height: number };
}

/** @returns undefined if the target does not exist or is not visible to this reader */
export type FindTarget = (reference: ContentReference) => LinkTarget | undefined;

export interface RenderContext {
  readonly find: FindTarget;
  /** For the text of a reusable content, because its relative URLs start from its own location. */
  readonly findInside?: (reusableContent: Node) => FindTarget;
  /** The API operation of a block, if its specification is available. */
  readonly operation: (block: Node) => HtmlOperation | undefined;
  /** Absent for a text without code. */
  readonly color?: ColorCode | undefined;
  /** MathML of a TeX formula, undefined if it is invalid. Absent for a text without formulas. */
  readonly formula?: ((formula: string, isBlock: boolean) => Html | undefined) | undefined;
  /** The emoji of a short code. Absent for a text without short codes. */
  readonly emoji?: ((name: string) => string | undefined) | undefined;
  /** The code of the page's language, for dates. */
  readonly language?: string;
  /** Whether the page is in a language that is written from right to left. */
  readonly isRightToLeft?: boolean;
  /** Budget of the HTML; absent for an unlimited page. */
  readonly budget?: Budget;
}

/** State for rendering the parts of a text. */
export interface HtmlWriter extends RenderContext {
  readonly anchors: ReadonlyMap<Node, Anchor>;
  readonly blocks: (nodes: readonly Node[]) => Html;
  readonly inlines: (nodes: readonly Node[]) => Html;
  /** For the text of a reusable content. */
  readonly inside: (reusableContent: Node) => HtmlWriter;
  /** Level of a heading without gaps to the preceding ones. */
  readonly level: (written: number) => number;
  /** @returns the id if it is allowed and not used on the page yet */
  readonly takeId: (id: string) => string | undefined;
  /** A number that is unique on the page. */
  readonly number: () => number;
  readonly footnotes: ReadonlyMap<string, Footnote>;
}
