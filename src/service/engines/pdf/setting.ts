/** What the parts of a page need to know of the book while it is laid out. */
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import { asReference } from "../../../document/references.ts";
import type { Book } from "./book.ts";

export interface Setting {
  readonly book: Book;
  /** The titles of the pages of the book, by their ids. */
  readonly titles: ReadonlyMap<string, string>;
  /** Images as data addresses by the ids of their files; none where they could not be printed. */
  readonly images: ReadonlyMap<string, string>;
}

/** Where a text leads: out of the book, or to a page in it. */
export type Lead = { readonly link: string } | { readonly linkToDestination: string };

/** The name of a page as a destination. */
export function destinationOf(pageId: string): string {
  return `page-${pageId}`;
}

export function referenceIn(value: unknown): ContentReference | undefined {
  return asReference(value)[0];
}

/** @returns nothing for what a reader of the book cannot follow */
export function leadOf(value: unknown, { titles }: Setting): Lead | undefined {
  const ref = referenceIn(value);
  if (ref?.kind === "url" && /^(https?:|mailto:)/i.test(ref.url)) return { link: ref.url };
  if (ref?.kind !== "page" && ref?.kind !== "anchor") return undefined;
  const { page } = ref;
  return page !== undefined && titles.has(page)
    ? { linkToDestination: destinationOf(page) }
    : undefined;
}

/** @returns the data address of an image that the book has */
export function imageOf(value: unknown, { images }: Setting): string | undefined {
  const ref = referenceIn(value);
  return ref?.kind === "file" ? images.get(ref.file) : undefined;
}
