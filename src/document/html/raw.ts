/**
 * Sanitizing of author-written HTML: known tags are rewritten with known attributes, and everything
 * else is removed.
 */
import { parseFootnoteName } from "../footnotes.ts";
import { toSafeUrl } from "./addresses.ts";
import { getColorClass, parseColors } from "./colors.ts";
import { attribute, Html, type HtmlPart, html, nothing } from "./html.ts";
import { renderImage } from "./media.ts";
import { isIconClass } from "./raw-tree.ts";
import type { HtmlWriter } from "./render-context.ts";
import { withEmoji } from "./short-codes.ts";
import { isDarkSource, readSourceSet } from "./source-set.ts";
import { buildPieces, type HtmlPiece } from "./tags.ts";

type OpenPiece = Extract<HtmlPiece, { kind: "open" }>;

/** Elements that are allowed anywhere. */
const allowedTags = new Set(
  (
    "p div span section article details summary figure figcaption blockquote pre code kbd samp var " +
    "b strong i em u s del ins sub sup small mark q cite abbr dfn time br hr wbr " +
    "ul ol li dl dt dd table caption thead tbody tfoot tr th td colgroup col ruby rt rp a"
  ).split(" "),
);
const alone = new Set(["br", "hr", "wbr", "img", "col"]);
/** Elements that are replaced by others. */
const instead: Readonly<Record<string, string>> = { center: "div", strike: "s", font: "span" };

export interface OpenTags {
  /** Writes another piece of source; elements that it opens stay open. */
  readonly write: (source: string) => Html;
  /** Whether the content of the open element is not displayed. */
  readonly isHiding: () => boolean;
  /** Closes open elements. */
  readonly close: () => Html;
}

/**
 * Tags that may be closed in a later piece.
 * @param imageName class of images between words
 */
export function openTags(writing: HtmlWriter, imageName = ""): OpenTags {
  const open: { readonly written: string; readonly name: string }[] = [];
  /** The dark variant in the open `<picture>`. */
  let dark: string | undefined;
  /** The number of open elements above one whose content is not displayed. */
  let hiding: number | undefined;

  function opening(piece: OpenPiece): Html {
    const level = /^h([1-6])$/.exec(piece.name)?.[1];
    if (piece.name === "img") return renderRawImage(piece, writing, dark, imageName);
    if (piece.name === "picture") dark = undefined;
    if (piece.name === "source" && isDarkSource(piece.attributes)) {
      dark = readSourceSet(piece.attributes.get("srcset"));
    }
    const written =
      level === undefined
        ? Object.hasOwn(instead, piece.name)
          ? (instead[piece.name] ?? "")
          : piece.name
        : `h${writing.level(Number(level))}`;
    if (level === undefined && !allowedTags.has(written)) return nothing;
    const name = new Html(written);
    const start = html`<${name}${renderAttributes(written, piece, writing)}>`;
    if (alone.has(written)) return start;
    open.push({ written, name: piece.name });
    const replacement = getHiddenReplacement(piece, writing);
    if (replacement === undefined) return start;
    hiding = open.length - 1;
    return html`${start}${replacement}`;
  }

  /** An end tag without a start tag is removed; elements opened inside are closed first. */
  function closing(name: string): Html {
    if (name === "picture") dark = undefined;
    const at = open.findLastIndex((one) => one.name === name);
    if (at < 0) return nothing;
    // Nothing is opened within hidden content, so this is the element with it, or one around it.
    hiding = undefined;
    return closeFrom(at);
  }

  function closeFrom(at: number): Html {
    const ends = open.splice(at).reverse();
    return html`${ends.map(({ written }) => new Html(`</${written}>`))}`;
  }

  return {
    write: (source) =>
      html`${buildPieces(source).map((piece): HtmlPart => {
        if (piece.kind === "close") return closing(piece.name);
        if (hiding !== undefined) return nothing;
        return piece.kind === "text" ? withEmoji(piece.text, writing) : opening(piece);
      })}`,
    isHiding: () => hiding !== undefined,
    close: () => closeFrom(0),
  };
}

/**
 * Content in place of the content of an element: the title of a mentioned page, and nothing for an
 * icon, whose font is not loaded.
 * @returns undefined for an element with its own content
 */
function getHiddenReplacement(
  { name, attributes }: OpenPiece,
  { find }: HtmlWriter,
): HtmlPart | undefined {
  if (name === "i" && isIconClass(attributes.get("class") ?? "")) return nothing;
  if (name !== "a" || !attributes.has("data-mention")) return undefined;
  return find({ kind: "url", url: attributes.get("href") ?? "" })?.title;
}

const numbers = new Set(["colspan", "rowspan", "start", "value", "span"]);

function renderAttributes(name: string, { attributes }: OpenPiece, writing: HtmlWriter): HtmlPart {
  // Focusable, so that a wide table can be scrolled with the keyboard.
  const written: HtmlPart[] = name === "table" ? [attribute("tabindex", 0)] : [];
  for (const [key, value] of attributes) {
    if (numbers.has(key) && /^\d{1,4}$/.test(value)) written.push(attribute(key, value));
    if ((key === "title" || key === "lang") && value !== "") written.push(attribute(key, value));
    if (key === "open" && name === "details") written.push(attribute(key, true));
    if (key === "dir" && /^(?:ltr|rtl|auto)$/i.test(value)) written.push(attribute(key, value));
  }
  const id = attributes.get("id") ?? (name === "a" ? attributes.get("name") : undefined);
  if (id !== undefined) written.push(attribute("id", writing.takeId(id)));
  if (name === "a") written.push(attribute("href", buildHref(attributes.get("href"), writing)));
  if (name === "td" || name === "th") {
    const scope = attributes.get("scope");
    if (scope === "row" || scope === "col") written.push(attribute("scope", scope));
  }
  const names = getClasses(name, attributes);
  return [...written, attribute("class", names === "" ? undefined : names)];
}

function getClasses(name: string, attributes: ReadonlyMap<string, string>): string {
  const align = attributes.get("align")?.toLowerCase() ?? "";
  const style = attributes.get("style") ?? "";
  const names: string[] = [];
  if (["left", "center", "right"].includes(align)) names.push(`to-${align}`);
  if (name === "a" && /\bbutton\b/.test(attributes.get("class") ?? "")) {
    names.push(
      "button",
      /\bsecondary\b/.test(attributes.get("class") ?? "") ? "secondary" : "primary",
    );
  }
  const { text, background } = parseColors(style);
  const colors = [getColorClass("ink", text), getColorClass("ground", background)].flat();
  if (name === "mark" && style !== "" && !/background-color:\s*(?!default)/i.test(style)) {
    names.push("plain");
  }
  return [...names, ...colors].join(" ");
}

function buildHref(
  written: string | undefined,
  { find, footnotes }: HtmlWriter,
): string | undefined {
  if (written === undefined) return undefined;
  const note = footnotes.get(parseFootnoteName(written) ?? "");
  if (note) return `#note-${note.number}`;
  const target = find({ kind: "url", url: written });
  return target && toSafeUrl(target.address);
}

/** @param dark the variant for dark displays, from `<picture>` */
function renderRawImage(
  { attributes }: OpenPiece,
  writing: HtmlWriter,
  dark: string | undefined,
  name: string,
): Html {
  const url = attributes.get("src") ?? "";
  const [width, height] = ["width", "height"].map((name) => attributes.get(name));
  const alt = attributes.get("alt") ?? "";
  const refDark = dark === undefined ? undefined : { kind: "url", url: dark };
  const data = { ref: { kind: "url", url }, refDark, alt, width, height };
  const size = attributes.get("data-size") === "line" ? "line" : name;
  return url === "" ? nothing : renderImage(data, writing, `raw-image ${size}`.trim());
}
