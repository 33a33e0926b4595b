/** An answer that was received to its end. */
import type { Headers } from "../contract/wire.ts";

export interface WholeAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Headers;
  readonly text: string;
  /** The address that answered, after redirects. */
  readonly url: URL;
}
