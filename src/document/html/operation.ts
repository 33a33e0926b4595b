/** An API operation to display, as plain data without references. */
import type { Node } from "../../contract/document.model.ts";

export interface HtmlOperation {
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  readonly summary?: string;
  readonly description: readonly Node[];
  readonly isDeprecated: boolean;
  /** Base URL of the path. */
  readonly server?: string;
  /** Authentication methods, each of which is sufficient. */
  readonly security: readonly string[];
  /** By location: path, query, header and cookie. */
  readonly parameters: readonly {
    readonly location: string;
    readonly fields: readonly HtmlField[];
  }[];
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
  readonly schema?: HtmlField;
  /** As text. */
  readonly example?: string;
}

/** A parameter, a property, or a schema with an empty name. */
export interface HtmlField {
  readonly name: string;
  /** `array of string` */
  readonly type: string;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  readonly description: readonly Node[];
  /** Further restrictions of the value: `default 10`, `at most 100`. */
  readonly rules: readonly string[];
  readonly fields: readonly HtmlField[];
}
