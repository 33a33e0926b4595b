/** An operation of an API as a page shows it: plain data, with nothing left to look up. */
import type { Node } from "../../contract/document.model.ts";

export interface Operation {
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly summary?: string;
  readonly description: readonly Node[];
  readonly isDeprecated: boolean;
  /** The address that the path is below. */
  readonly server?: string;
  /** Ways to prove who one is, of which each is enough. */
  readonly security: readonly string[];
  /** By what they are in: path, query, header and cookie. */
  readonly parameters: readonly { readonly location: string; readonly fields: readonly Field[] }[];
  readonly body?: { readonly isRequired: boolean; readonly media: readonly Media[] };
  readonly responses: readonly {
    readonly status: string;
    readonly description: readonly Node[];
    readonly media: readonly Media[];
  }[];
}

export interface Media {
  /** `application/json` */
  readonly type: string;
  readonly schema?: Field;
  /** As text. */
  readonly example?: string;
}

/** A parameter, a property, or a schema, whose name is empty then. */
export interface Field {
  readonly name: string;
  /** `array of string` */
  readonly type: string;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  readonly description: readonly Node[];
  /** What else is known of the value: `default 10`, `at most 100`. */
  readonly rules: readonly string[];
  readonly fields: readonly Field[];
}
