/** How a verb asks for a yes, as plain data. */
import type { Endpoint } from "../contract/endpoint.ts";

/** How a verb asks for a yes. */
export interface Confirm {
  /** Without the question mark's choices: "Delete space {title}?" Names of `names` stand for title and id. */
  readonly question: string;
  /** Brings the thing, so that the question can name it. */
  readonly look: Endpoint | undefined;
  /** What else it takes to call things by their names. */
  readonly names: readonly Named[];
  /** What to say first where the field names whoever asks. */
  readonly own: { readonly of: string; readonly says: string } | undefined;
  /** Asks only where it is about whoever asks, and leaves others' things unasked. */
  readonly ownOnly: boolean;
}

/** A field of the input whose thing has a name: `userId` becomes `{user}`. */
export interface Named {
  readonly of: string;
  /** Reads the thing, or the list that it is in. */
  readonly by: Endpoint;
  /** The field of that operation, where it is another one. */
  readonly as?: string;
}
