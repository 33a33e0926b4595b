/** Worker script of the PDF export. */
import type { Book } from "./book.ts";
import { print } from "./print.ts";

export function printPages(book: Book): Promise<Uint8Array> {
  return print(book);
}
