/** Platform that shows one site, at the URL of the site and nowhere else. */
import type { ApiClient } from "./client.ts";

export interface PreviewPlatform {
  /** The id of its initial organization. */
  readonly organization: string;
  readonly client: ApiClient;
  /** From now on, an import from the URL of this directory reads the listed files. */
  readonly offer: (listed: {
    readonly url: string;
    readonly folder: string;
    /** Differs for different content. */
    readonly commit: string;
    /** By path in the directory; `oid` differs for different bytes, and `size` is in bytes. */
    readonly files: readonly {
      readonly path: string;
      readonly oid: string;
      readonly size: number;
    }[];
  }) => void;
  /** Resolves when all background work, such as imports, is done. */
  readonly finishJobs: () => Promise<void>;
  /** Serves the URL of a site from now on. */
  readonly begin: (address: string) => void;
  /** Updates the status bar of all open pages; a new revision reloads them. */
  readonly tell: (state: {
    readonly revision: string;
    /** The reason why the last saved version is not shown. */
    readonly failure: string | null;
    readonly summary: string;
    readonly findings: readonly string[];
  }) => void;
  /** Ends the platform and deletes its data. */
  readonly close: () => Promise<void>;
}
