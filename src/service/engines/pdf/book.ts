/** Input of the PDF export: pages with all data that a worker thread needs. */
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import { withoutFragment } from "../../../document/reference-address.ts";
import { asReference } from "../../../document/references.ts";

/** The text of a page or reusable content. */
export interface BookText {
  /** The document as JSON; absent for a page without content. */
  readonly body?: string | undefined;
  /** The targets of URLs in its HTML, which are relative to the text. */
  readonly addresses?: readonly (readonly [to: ContentReference, address: string])[];
}

export interface BookPage extends BookText {
  readonly id: string;
  readonly title: string;
  readonly description?: string | undefined;
  /** 0 for a page without a parent in the book. */
  readonly depth: number;
}

export interface Book {
  readonly title: string;
  /** A line below the title. */
  readonly subtitle: string;
  /** RFC 3339. */
  readonly printedAt: string;
  /** In reading order. */
  readonly pages: readonly BookPage[];
  /** The contents of images by the ids of their files. */
  readonly images: Readonly<Record<string, Uint8Array>>;
  /** The names of the files that the pages refer to, by id. */
  readonly files?: Readonly<Record<string, string>>;
  /** Reusable contents of the space, by id. */
  readonly included?: Readonly<Record<string, BookText>>;
}

/** Context for the layout of a page. */
export interface PageContext {
  readonly book: Book;
  /** The titles of the pages of the book, by id. */
  readonly titles: ReadonlyMap<string, string>;
  /** Images as data URLs by the ids of their files; empty if the images could not be printed. */
  readonly images: ReadonlyMap<string, string>;
  /** The emoji of a short code. Absent for a book without short codes. */
  readonly emoji?: ((name: string) => string | undefined) | undefined;
}

/** The target of a link: a URL, or a page of the book. */
export type BookTarget = { readonly link: string } | { readonly linkToDestination: string };

/** The destination name of a page. */
export function resolveDestination(pageId: string): string {
  return `page-${pageId}`;
}

export function parseReference(value: unknown): ContentReference | undefined {
  return asReference(value)[0];
}

/** @returns undefined for a target that a reader of the book cannot open */
export function resolveLinkTarget(value: unknown, { titles }: PageContext): BookTarget | undefined {
  const ref = parseReference(value);
  if (ref?.kind === "url" && /^(https?:|mailto:)/i.test(ref.url)) return { link: ref.url };
  if (ref?.kind !== "page" && ref?.kind !== "anchor") return undefined;
  const { page } = ref;
  return page !== undefined && titles.has(page)
    ? { linkToDestination: resolveDestination(page) }
    : undefined;
}

/** The words for the target of a reference: the title of a page, the name of a file, or a URL. */
export function describeTarget(value: unknown, { titles, book }: PageContext): string | undefined {
  const ref = parseReference(value);
  if (ref?.kind === "page") return titles.get(ref.page);
  if (ref?.kind === "anchor") return titles.get(ref.page ?? "") ?? `#${ref.anchor}`;
  if (ref?.kind === "file") return book.files?.[ref.file] ?? "File";
  return ref?.kind === "url" ? ref.url : undefined;
}

/** @returns the data URL of an image */
export function findImage(value: unknown, { images }: PageContext): string | undefined {
  const written = parseReference(value);
  const ref = written && withoutFragment(written);
  return ref?.kind === "file" ? images.get(ref.file) : undefined;
}
