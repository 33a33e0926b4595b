/** A platform of its own that shows one site, at the address of the site and nowhere else. */
import type { Client } from "./client.ts";

export interface Previewing {
  /** The id of the organization that it starts with. */
  readonly organization: string;
  readonly client: Client;
  /** An import from the address of this folder reads the files that are listed, from now on. */
  readonly offer: (listed: {
    readonly url: string;
    readonly folder: string;
    /** Another one for other content. */
    readonly commit: string;
    /** By their paths in the folder; `oid` is another one for other bytes, and `size` is in bytes. */
    readonly files: readonly {
      readonly path: string;
      readonly oid: string;
      readonly size: number;
    }[];
  }) => void;
  /** Resolves when all work after answers, such as imports, is done. */
  readonly finishJobs: () => Promise<void>;
  /** Answers at the address of a site from now on. */
  readonly begin: (address: string) => void;
  /** Tells all open pages what to show in their bar; with another revision, they load again. */
  readonly tell: (state: {
    readonly revision: string;
    /** Why what was saved last is not shown. */
    readonly failure: string | null;
    readonly summary: string;
    readonly findings: readonly string[];
  }) => void;
  /** Ends it, with all that was in it. */
  readonly close: () => Promise<void>;
}
