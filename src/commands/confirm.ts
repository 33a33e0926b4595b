/** Confirmation of a verb, as plain data. */
import type { Endpoint } from "../contract/endpoint.ts";
import type { JsonObject, JsonValue } from "../json/values.ts";

/** Confirmation of a verb. */
export interface Confirm {
  /** "Delete space {title}?", without [y/N]. A name from `names` is replaced by title and id. */
  readonly question: string;
  /** Reads the resource to show its title in the question. */
  readonly read: Endpoint | undefined;
  /** Other resources in the question. */
  readonly names: readonly TitledField[];
  /** Warnings for the user: the first one that applies precedes the question. */
  readonly selfWarnings: readonly SelfWarning[];
  /** Asks only if the command affects the user. */
  readonly onlyIfSelf: boolean;
}

/** Condition under which a verb affects the user, with the warning. */
export type SelfWarning = {
  readonly warning: string;
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
export interface TitledField {
  readonly field: string;
  /**
   * Reads the resource or a list that contains it; of several, the first whose path fields are
   * known.
   */
  readonly endpoints: Endpoint | readonly Endpoint[];
  /** Name of the field in that operation, if it differs. */
  readonly as?: string;
  /** Describes a resource without a title. */
  readonly describe?: (thing: JsonObject) => string;
}
