/** How a verb asks for a yes, as plain data. */
import type { Endpoint } from "../contract/endpoint.ts";
import type { JsonObject, JsonValue } from "../json/values.ts";

/** How a verb asks for a yes. */
export interface Confirm {
  /** Without the question mark's choices: "Delete space {title}?" Names of `names` stand for title and id. */
  readonly question: string;
  /** Brings the thing, so that the question can name it. */
  readonly look: Endpoint | undefined;
  /** What else it takes to call things by their names. */
  readonly names: readonly Named[];
  /** What to say first where it is about whoever asks: the first that is so. */
  readonly own: readonly Own[];
  /** Asks only where it is about whoever asks, and leaves others' things unasked. */
  readonly ownOnly: boolean;
}

/** When a verb is about whoever asks, and what to say then. */
export type Own = {
  readonly says: string;
} & (
  | {
      /** The person or people that it is about. */
      readonly people: (input: JsonObject) => JsonValue | undefined;
      /** Only where they own this team. */
      readonly owning?: (input: JsonObject) => JsonValue | undefined;
    }
  /** The team that it is about, where whoever asks is in it. */
  | { readonly team: (input: JsonObject) => JsonValue | undefined }
);

/** A field of the input whose thing has a name: `userId` becomes `{user}`. */
export interface Named {
  readonly of: string;
  /** Reads the thing, or the list that it is in; of several, the first whose path can be filled. */
  readonly by: Endpoint | readonly Endpoint[];
  /** The field of that operation, where it is another one. */
  readonly as?: string;
  /** What to call a thing that has no title; the id is added. */
  readonly says?: (thing: JsonObject) => string;
}
