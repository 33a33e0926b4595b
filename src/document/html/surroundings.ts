/** What a text is shown in: where its references lead, and what it takes from elsewhere. */
import type { ContentReference } from "../../contract/content-reference.model.ts";
import type { Node } from "../../contract/document.model.ts";
import type { Budget } from "../../json/budget.ts";
import type { Anchor } from "../anchors.ts";
import type { Footnote } from "../footnotes.ts";
import type { ColourCode } from "./code-tokens.ts";
import type { Html } from "./html.ts";
import type { Operation } from "./operation.ts";

/** What a reference leads to. */
export interface Target {
  /** Checked again before it becomes part of a page. */
  readonly address: string;
  /** What it is called there; for references that bring no text of their own. */
  readonly title?: string;
  readonly description?: string;
  readonly emoji?: string;
  /** Of files, in bytes. */
  readonly size?: number;
  /** Of images. */
  readonly dimensions?: { readonly width: number; readonly height: number };
}

export interface Surroundings {
  /** @returns undefined for what is not there, or not for this reader */
  readonly find: (reference: ContentReference) => Target | undefined;
  /** The operation of an API that a block shows, if its specification is known. */
  readonly operation: (block: Node) => Operation | undefined;
  /** Absent for a text without code. */
  readonly colour?: ColourCode | undefined;
  /** What the HTML draws on; absent for a page without a limit. */
  readonly budget?: Budget;
}

/** What the parts of a text are written with. */
export interface Writing extends Surroundings {
  readonly anchors: ReadonlyMap<Node, Anchor>;
  readonly blocks: (nodes: readonly Node[]) => Html;
  readonly inlines: (nodes: readonly Node[]) => Html;
  /** The level at which a heading is shown below those before it: no level is skipped. */
  readonly level: (written: number) => number;
  /** @returns the id if it may stand here and none has it; a page has each once */
  readonly takeId: (id: string) => string | undefined;
  /** A number that no other part of the text has. */
  readonly number: () => number;
  readonly footnotes: ReadonlyMap<string, Footnote>;
}
