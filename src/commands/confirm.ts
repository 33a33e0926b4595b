/** Confirmation of a verb, as plain data. */
import type { Endpoint } from "../contract/endpoint.ts";
import type { JsonObject, JsonValue } from "../json/values.ts";

/** Confirmation of a verb. */
export interface Confirm {
  /** "Delete space {title}?", without [y/N]. A name from `names` is replaced by title and id. */
  readonly question: string;
  /** Reads the resource to show its title in the question. */
  readonly look: Endpoint | undefined;
  /** Other resources in the question. */
  readonly names: readonly Named[];
  /** Warnings for the user: the first one that applies precedes the question. */
  readonly own: readonly Own[];
  /** Asks only if the command affects the user. */
  readonly ownOnly: boolean;
}

/** Condition under which a verb affects the user, with the warning. */
export type Own = {
  readonly says: string;
} & (
  | {
      /** Affected users. */
      readonly people: (input: JsonObject) => JsonValue | undefined;
      /** Only owners of this team. */
      readonly owning?: (input: JsonObject) => JsonValue | undefined;
    }
  /** The team that it affects, if the caller is in it. */
  | { readonly team: (input: JsonObject) => JsonValue | undefined }
);

/** A field with an id that the question shows as a title: `userId` becomes `{user}`. */
export interface Named {
  readonly of: string;
  /**
   * Reads the resource or a list that contains it; of several, the first whose path fields are
   * known.
   */
  readonly by: Endpoint | readonly Endpoint[];
  /** Name of the field in that operation, if it differs. */
  readonly as?: string;
  /** Describes a resource without a title. */
  readonly says?: (thing: JsonObject) => string;
}
