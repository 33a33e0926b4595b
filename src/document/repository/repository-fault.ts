/** Errors in the files of a repository. */

export type RepositoryRule =
  | "settings-invalid"
  | "readme-missing"
  | "summary-missing"
  | "name-case"
  | "page-missing"
  | "page-twice"
  | "page-unlisted"
  | "summary-line"
  | "redirect-broken"
  | "redirect-slash"
  | "too-large"
  | "link-broken"
  | "anchor-broken"
  | "block-unknown"
  | "block-unclosed"
  | "tag-as-text"
  | "expression-invalid"
  | "table-cells"
  | "lfs-pointer"
  | "symbolic-link"
  | "name-normalization"
  | "front-matter-lost"
  | "review-due";

export interface RepositoryFault {
  readonly rule: RepositoryRule;
  /** Path from the project folder. */
  readonly path: string;
  /** From 1; absent for errors about a whole or missing file. */
  readonly line?: number;
  /** Subject of the error that does not depend on line numbers: a URL or a name. */
  readonly target: string;
  /** One sentence. */
  readonly message: string;
  /** Location of a file below the content root that was not found. */
  readonly missing?: string;
}

export interface RepositoryFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Changes when the file is written. */
  readonly stamp?: string;
}
