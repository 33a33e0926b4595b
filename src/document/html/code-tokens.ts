/** Tokens of code, each with the class that determines its color. */

/** Class of a token. */
export type TokenKind =
  | ("plain" | "keyword" | "string" | "number" | "comment")
  | ("name" | "property" | "type" | "tag" | "added" | "removed");

export interface Token {
  readonly text: string;
  readonly kind: TokenKind;
}

/** @returns the tokens in order; undefined if the code is not highlighted */
export type ColorCode = (code: string, language: string) => readonly Token[] | undefined;
