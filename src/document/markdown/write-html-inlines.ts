/** Inline content that Markdown writes as HTML, as the hosted platform does: images, buttons and icons. */
import { formatSize } from "../block-attributes.ts";
import { encodeAttributeValue } from "../html/characters.ts";
import { getAddress } from "../reference-address.ts";
import { asReference } from "../references.ts";

type InlineData = Readonly<Record<string, unknown>>;

/** An image with its size and its variant for dark displays. */
export function formatImage(data: InlineData): string {
  const [[ref], [dark]] = [asReference(data.ref), asReference(data.refDark)];
  const attributes = {
    src: ref ? getAddress(ref) : "",
    alt: String(data.alt ?? ""),
    ...formatSize(data),
    ...(data.size === "line" && { "data-size": data.size }),
  };
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${encodeAttributeValue(value)}"`,
  );
  const image = `<img${written.join("")}>`;
  if (!dark) return image;
  const source = `<source srcset="${encodeAttributeValue(getAddress(dark))}" media="(prefers-color-scheme: dark)">`;
  return `<picture>${source}${image}</picture>`;
}

/** The tags of an icon, and its name between them for other readers. */
export function formatIcon(data: InlineData): readonly [open: string, text: string, close: string] {
  const name = String(data.icon ?? "");
  const color =
    typeof data.color === "string" ? ` style="color:${encodeAttributeValue(data.color)};"` : "";
  return [`<i class="fa-${encodeAttributeValue(name)}"${color}>`, `:${name}:`, "</i>"];
}

/** The tags around the label of a button, which is a link or has an action. */
export function formatButton(data: InlineData): readonly [string, string] {
  const attributes = (pairs: Readonly<Record<string, unknown>>) =>
    Object.entries(pairs)
      .filter(([, value]) => typeof value === "string")
      .map(([name, value]) => ` ${name}="${encodeAttributeValue(String(value))}"`)
      .join("");
  const look = { class: `button ${String(data.kind ?? "primary")}` };
  const more = { "data-icon": data.icon, "data-size": data.size };
  if (typeof data.action === "object" && data.action !== null) {
    const { action, query, slug } = data.action as Readonly<Record<string, unknown>>;
    const effect = { "data-action": action, "data-query": query, "data-slug": slug };
    return [`<button type="button"${attributes({ ...look, ...effect, ...more })}>`, "</button>"];
  }
  const [ref] = asReference(data.ref);
  const target = { href: ref ? getAddress(ref) : "" };
  return [`<a${attributes({ ...target, ...look, ...more })}>`, "</a>"];
}
