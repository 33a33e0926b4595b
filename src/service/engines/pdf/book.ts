/** What is printed: pages of content with all that they need, so that a thread can do it alone. */
import type { Document } from "../../../contract/document.model.ts";

export interface BookPage {
  readonly id: string;
  readonly title: string;
  readonly description?: string | undefined;
  /** 0 for a page that stands in no other one of the book. */
  readonly depth: number;
  /** Absent for a page without a text of its own. */
  readonly document?: Document | undefined;
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
