/** Prints in a thread of the pool. */
import type { Book } from "./book.ts";
import { print } from "./print.ts";

export function printPages(book: Book): Promise<Uint8Array> {
  return print(book);
}
