/** Platform in memory that shows a copy of a site. */
import type { Transport } from "../contract/wire.ts";
import type { ApiClient } from "./client.ts";

export interface SiteMirror {
  /** The id of its organization. */
  readonly organization: string;
  readonly client: ApiClient;
  readonly transport: Transport;
  /** Ends the platform and deletes its data. */
  readonly close: () => Promise<void>;
}
