/** The thread that prints. */
import { serveHost } from "../thread-side.ts";
import type { Book } from "./book.ts";
import { print } from "./print.ts";

void serveHost((data) => print(data as Book));
