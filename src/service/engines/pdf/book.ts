/** What is printed: pages of content with all that they need, so that a thread can do it alone. */
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import { withoutFragment } from "../../../document/reference-address.ts";
import { asReference } from "../../../document/references.ts";

export interface BookPage {
  readonly id: string;
  readonly title: string;
  readonly description?: string | undefined;
  /** 0 for a page that is in no other page of the book. */
  readonly depth: number;
  /** The document as JSON; absent for a page without a text of its own. */
  readonly body?: string | undefined;
}

export interface Book {
  readonly title: string;
  /** A line below the title. */
  readonly subtitle: string;
  /** RFC 3339. */
  readonly printedAt: string;
  /** In the order of reading. */
  readonly pages: readonly BookPage[];
  /** The bytes of images by the ids of their files. */
  readonly images: Readonly<Record<string, Uint8Array>>;
}

/** What the parts of a page need to know of the book while it is laid out. */
export interface Setting {
  readonly book: Book;
  /** The titles of the pages of the book, by their ids. */
  readonly titles: ReadonlyMap<string, string>;
  /** Images as data URLs by the ids of their files; empty if they could not be printed. */
  readonly images: ReadonlyMap<string, string>;
}

/** The target of a link: outside the book, or a page in it. */
export type Lead = { readonly link: string } | { readonly linkToDestination: string };

/** The name of a page as a destination. */
export function resolveDestination(pageId: string): string {
  return `page-${pageId}`;
}

export function referenceIn(value: unknown): ContentReference | undefined {
  return asReference(value)[0];
}

/** @returns undefined for what a reader of the book cannot follow */
export function resolveLinkTarget(value: unknown, { titles }: Setting): Lead | undefined {
  const ref = referenceIn(value);
  if (ref?.kind === "url" && /^(https?:|mailto:)/i.test(ref.url)) return { link: ref.url };
  if (ref?.kind !== "page" && ref?.kind !== "anchor") return undefined;
  const { page } = ref;
  return page !== undefined && titles.has(page)
    ? { linkToDestination: resolveDestination(page) }
    : undefined;
}

/** @returns the data URL of an image of the book */
export function findImage(value: unknown, { images }: Setting): string | undefined {
  const written = referenceIn(value);
  const ref = written && withoutFragment(written);
  return ref?.kind === "file" ? images.get(ref.file) : undefined;
}
