/** HTML of images, files, embeds and cards. */
import type { Node } from "../../contract/document.model.ts";
import { asReference } from "../references.ts";
import { isForeign, toSafeUrl } from "./addresses.ts";
import { attribute, type Html, type HtmlPart, html, nothing } from "./html.ts";
import type { HtmlWriter, LinkTarget } from "./render-context.ts";

type MediaData = Readonly<Record<string, unknown>>;

/** An image with an optional dark variant, which the stylesheet selects. */
export function renderImage(data: MediaData, writing: HtmlWriter, name?: string): Html {
  const light = findSource(data.ref, writing);
  const dark = findSource(data.refDark, writing);
  const alt = typeof data.alt === "string" ? data.alt : "";
  if (!light) return html`<span class="nowhere">${alt === "" ? "[image]" : `[${alt}]`}</span>`;
  const { width, height } = computeSize(data, light);
  const one = (target: LinkTarget, kind: string) => {
    const names = [kind, name ?? ""].join(" ").trim();
    return html`<img${[
      attribute("src", toSafeUrl(target.address)),
      // Empty for a decorative image, because screen readers would read its URL otherwise.
      attribute("alt", alt),
      attribute("width", width),
      attribute("height", height),
      attribute("class", names === "" ? undefined : names),
      attribute("loading", "lazy"),
      attribute("decoding", "async"),
      attribute("referrerpolicy", isForeign(target.address) ? "no-referrer" : undefined),
    ]}>`;
  };
  if (!dark || dark.address === light.address) return one(light, "");
  return html`${one(light, "by-day")}${one(dark, "by-night")}`;
}

function findSource(value: unknown, { find }: HtmlWriter): LinkTarget | undefined {
  const [ref] = asReference(value);
  const target = ref && find(ref);
  const address = target && toSafeUrl(target.address);
  // Only schemes that can be displayed.
  return target && address !== undefined && !/^(?!https?:)[a-z][a-z0-9+.-]*:/i.test(address)
    ? target
    : undefined;
}

/** In pixels, as specified or as in the file. */
function computeSize(data: MediaData, { dimensions }: LinkTarget) {
  const parseSize = (value: unknown) => {
    const number = Number(/^(\d{1,5})(?:px)?$/.exec(String(value ?? ""))?.[1]);
    return number > 0 ? number : undefined;
  };
  const [width, height] = [parseSize(data.width), parseSize(data.height)];
  return width === undefined && height === undefined ? (dimensions ?? {}) : { width, height };
}

export function renderFigure({ data = {}, fragments = [] }: Node, writing: HtmlWriter): Html {
  const caption = fragments.flatMap((fragment) => fragment.nodes ?? []);
  const written = writing.inlines(caption.flatMap((block) => block.nodes ?? []));
  const end = written.source.trim() === "" ? nothing : html`<figcaption>${written}</figcaption>`;
  return html`<figure>${renderImage(data, writing)}${end}</figure>`;
}

/** A link on a line of its own. */
export function renderCard({ title, address, note, kind }: CardText): Html {
  const safe = toSafeUrl(address);
  const inside = html`<strong>${title}</strong>${note === undefined || note === "" ? nothing : html`<span>${note}</span>`}`;
  if (safe === undefined) return html`<p class="lead ${kind}">${inside}</p>`;
  const relation = attribute("rel", isForeign(safe) ? "noopener" : undefined);
  return html`<p class="lead ${kind}"><a href="${safe}"${relation}>${inside}</a></p>`;
}

interface CardText {
  readonly title: string;
  readonly address: string;
  readonly note?: string | undefined;
  readonly kind: "page" | "file" | "embed" | "api";
}

export function renderFile(data: MediaData, { find }: HtmlWriter): Html {
  const [ref] = asReference(data.ref);
  const target = ref && find(ref);
  const name = String(data.name ?? target?.title ?? (ref?.kind === "url" ? ref.url : "File"));
  const note = target?.size === undefined ? undefined : formatSize(target.size);
  return renderCard({ title: name, address: target?.address ?? "", note, kind: "file" });
}

/** Shows a link to the embedded page; its content is not loaded. */
export function renderEmbed(data: MediaData): Html {
  const address = String(data.url ?? "");
  const host = /^https?:\/\/([^/?#]+)/i.exec(address)?.[1];
  const caption = typeof data.title === "string" && data.title !== "" ? data.title : address;
  return renderCard({ title: caption, address, note: host, kind: "embed" });
}

export function renderPageCard(data: MediaData, { find }: HtmlWriter): Html {
  const [ref] = asReference(data.ref);
  const target = ref && find(ref);
  const written = ref?.kind === "url" ? ref.url : "This page is not available.";
  const emoji = target?.emoji === undefined ? "" : `${target.emoji} `;
  return renderCard({
    title: emoji + (target?.title ?? written),
    address: target?.address ?? "",
    note: target?.description,
    kind: "page",
  });
}

/** Formats a size in decimal units: 1 234 bytes are 1.2 KB. */
export function formatSize(size: number): string {
  const units = ["bytes", "KB", "MB", "GB"];
  const step = Math.min(
    units.length - 1,
    Math.max(0, Math.floor(Math.log10(Math.max(1, size)) / 3)),
  );
  const number = size / 1000 ** step;
  return `${step === 0 ? number : number.toFixed(number < 10 ? 1 : 0)} ${units[step]}`;
}

/** A container for several parts; empty without parts. */
export function wrapParts(parts: readonly HtmlPart[], name: string): Html {
  return parts.length === 0 ? nothing : html`<div class="${name}">${parts}</div>`;
}
