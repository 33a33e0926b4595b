/** How a verb asks for confirmation, as plain data. */
import type { Endpoint } from "../contract/endpoint.ts";
import type { JsonObject, JsonValue } from "../json/values.ts";

/** How a verb asks for confirmation. */
export interface Confirm {
  /** "Delete space {title}?", without [y/N]. A name from `names` is filled in with title and id. */
  readonly question: string;
  /** Reads the thing, so that the question can name it. */
  readonly look: Endpoint | undefined;
  /** The other things that the question names. */
  readonly names: readonly Named[];
  /** Warnings to the caller: the first that applies comes before the question. */
  readonly own: readonly Own[];
  /** Asks only if the command affects the caller. */
  readonly ownOnly: boolean;
}

/** When a verb affects the caller, and the warning then. */
export type Own = {
  readonly says: string;
} & (
  | {
      /** The people that it affects. */
      readonly people: (input: JsonObject) => JsonValue | undefined;
      /** Only if they own this team. */
      readonly owning?: (input: JsonObject) => JsonValue | undefined;
    }
  /** The team that it affects, if the caller is in it. */
  | { readonly team: (input: JsonObject) => JsonValue | undefined }
);

/** A field with an id, which the question shows as a title: `userId` becomes `{user}`. */
export interface Named {
  readonly of: string;
  /** Reads the thing, or a list with it; of several, the first whose path can be filled. */
  readonly by: Endpoint | readonly Endpoint[];
  /** The name of the field in that operation, if it is another one. */
  readonly as?: string;
  /** Describes a thing that has no title. */
  readonly says?: (thing: JsonObject) => string;
}
