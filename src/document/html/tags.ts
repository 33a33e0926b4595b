/** Tokenizer for author-written HTML, in linear time. */
import { decodeCharacters } from "./characters.ts";

export type HtmlPiece =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "open";
      readonly name: string;
      readonly attributes: ReadonlyMap<string, string>;
      /** `<br/>` */
      readonly isClosed: boolean;
    }
  | { readonly kind: "close"; readonly name: string };

/** Elements whose content is not text of the page and is removed with them. */
const silent = new Set(
  (
    "script style iframe object embed noscript template textarea title xmp noembed noframes " +
    "plaintext svg math select option applet audio canvas head"
  ).split(" "),
);

/** Elements without an end tag. */
const silentAlone = new Set(["embed"]);

/** @returns the tokens in order; a `<` that starts no tag is text */
export function buildPieces(source: string): HtmlPiece[] {
  return scanPieces(source).pieces;
}

/** The start tag of an element without an end tag. */
interface UnclosedSilentTag {
  readonly name: string;
  readonly at: number;
}

/** The element at the end whose content is not text of the page, and has no end tag. */
export function findUnclosedSilent(source: string): UnclosedSilentTag | undefined {
  return scanPieces(source).unclosed;
}

/** A start tag. */
interface StartTag {
  readonly attributes: ReadonlyMap<string, string>;
  /** Its position in the source. */
  readonly at: number;
}

/** @returns all start tags, also those in elements whose content is not text of the page */
export function listStartTags(source: string): StartTag[] {
  const tags: StartTag[] = [];
  for (let at = source.indexOf("<"); at >= 0; ) {
    const tag = parseTagAt(source, at);
    if (tag?.piece?.kind === "open") tags.push({ attributes: tag.piece.attributes, at });
    at = source.indexOf("<", tag?.end ?? at + 1);
  }
  return tags;
}

function scanPieces(source: string): {
  readonly pieces: HtmlPiece[];
  readonly unclosed?: UnclosedSilentTag;
} {
  const pieces: HtmlPiece[] = [];
  let at = 0;
  let textFrom = 0;
  const endText = (end: number) => {
    if (end > textFrom)
      pieces.push({ kind: "text", text: decodeCharacters(source.slice(textFrom, end)) });
  };
  for (;;) {
    const sign = source.indexOf("<", at);
    if (sign < 0) break;
    const tag = parseTagAt(source, sign);
    if (tag === undefined) {
      at = sign + 1;
      continue;
    }
    endText(sign);
    const piece = "piece" in tag ? tag.piece : undefined;
    at = tag.end;
    if (piece?.kind === "open" && silent.has(piece.name)) {
      if (!piece.isClosed && !silentAlone.has(piece.name)) {
        const end = findSilentEnd(source, tag.end, piece.name);
        if (end === undefined) return { pieces, unclosed: { name: piece.name, at: sign } };
        at = end;
      }
    } else if (piece && !(piece.kind === "close" && silent.has(piece.name))) {
      pieces.push(piece);
    }
    textFrom = at;
  }
  endText(source.length);
  return { pieces };
}

type HtmlTag = { readonly end: number; readonly piece?: HtmlPiece };

function parseTagAt(source: string, start: number): HtmlTag | undefined {
  if (source.startsWith("<!--", start)) {
    const end = source.indexOf("-->", start + 4);
    return { end: end < 0 ? source.length : end + 3 };
  }
  const next = source[start + 1] ?? "";
  if (next === "!" || next === "?") {
    const end = source.indexOf(">", start);
    return { end: end < 0 ? source.length : end + 1 };
  }
  const isClosing = next === "/";
  const nameFrom = start + (isClosing ? 2 : 1);
  const nameEnd = findEnd(source, nameFrom, isNameSign);
  if (nameEnd === nameFrom || !/[a-z]/i.test(source[nameFrom] ?? "")) return undefined;
  const name = source.slice(nameFrom, nameEnd).toLowerCase();
  const { attributes, end, isClosed } = parseAttributesAt(source, nameEnd);
  return {
    end,
    piece: isClosing ? { kind: "close", name } : { kind: "open", name, attributes, isClosed },
  };
}

/** As in browsers, a tag ends at the first `>` outside quotes. */
function parseAttributesAt(source: string, from: number) {
  const attributes = new Map<string, string>();
  let isClosed = false;
  let at = from;
  while (at < source.length && source[at] !== ">") {
    if (isBlank(source[at]) || source[at] === "/") {
      isClosed = source[at] === "/";
      at++;
      continue;
    }
    isClosed = false;
    const nameEnd = findEnd(source, at + 1, (sign) => !isBlank(sign) && !"/>=".includes(sign));
    const name = source.slice(at, nameEnd).toLowerCase();
    at = nameEnd;
    const sign = findEnd(source, at, isBlank);
    let value = "";
    if (source[sign] === "=") {
      const start = findEnd(source, sign + 1, isBlank);
      const quote = source[start];
      if (quote === '"' || quote === "'") {
        const close = source.indexOf(quote, start + 1);
        const end = close < 0 ? source.length : close;
        value = source.slice(start + 1, end);
        at = Math.min(end + 1, source.length);
      } else {
        const end = findEnd(source, start, (one) => !isBlank(one) && one !== ">");
        value = source.slice(start, end);
        at = end;
      }
    }
    if (!attributes.has(name)) attributes.set(name, decodeCharacters(value));
  }
  return { attributes, end: Math.min(at + 1, source.length), isClosed };
}

/** @returns the position below the end tag of the element */
export function findSilentEnd(source: string, from: number, name: string): number | undefined {
  const closing = `</${name}`;
  // Lower case changes the length of a few letters, none of which occur in tags.
  for (let at = source.indexOf("</", from); at >= 0; at = source.indexOf("</", at + 2)) {
    if (source.slice(at, at + closing.length).toLowerCase() !== closing) continue;
    if (isNameSign(source[at + closing.length] ?? "")) continue;
    const end = source.indexOf(">", at);
    return end < 0 ? source.length : end + 1;
  }
  return undefined;
}

function findEnd(source: string, from: number, belongs: (sign: string) => boolean): number {
  let at = from;
  while (at < source.length && belongs(source[at] ?? "")) at++;
  return at;
}

function isBlank(sign: string | undefined): boolean {
  return sign === " " || sign === "\n" || sign === "\t" || sign === "\r" || sign === "\f";
}

function isNameSign(sign: string): boolean {
  return /[\w:-]/.test(sign);
}
