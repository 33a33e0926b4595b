/** What is wrong with the files of a repository. */

export type RepositoryRule =
  | "settings-invalid"
  | "readme-missing"
  | "summary-missing"
  | "name-case"
  | "page-missing"
  | "page-twice"
  | "page-unlisted"
  | "redirect-broken"
  | "redirect-slash"
  | "too-large"
  | "link-broken"
  | "anchor-broken"
  | "block-unknown"
  | "block-unclosed"
  | "front-matter-lost";

export interface RepositoryFault {
  readonly rule: RepositoryRule;
  /** From the folder of the project. */
  readonly path: string;
  /** From 1 on; absent if it is about the whole file, or about one that is not there. */
  readonly line?: number;
  /** What in the file it is about, which does not change when lines move: an address, a name. */
  readonly target: string;
  /** A sentence. */
  readonly message: string;
}

export interface RepositoryFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Differs once the file was written again. */
  readonly stamp?: string;
}
