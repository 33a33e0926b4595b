/** Code as a list of its parts, each with the kind that says its colour. */

/** What a part of code is, which says its colour. */
export type Kind =
  | ("plain" | "keyword" | "string" | "number" | "comment")
  | ("name" | "property" | "type" | "tag" | "added" | "removed");

export interface Token {
  readonly text: string;
  readonly kind: Kind;
}

/** @returns the parts of a code, in order; undefined if it stays without colours */
export type ColourCode = (code: string, language: string) => readonly Token[] | undefined;
