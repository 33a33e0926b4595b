/** Requests for syncs of context connections. */

export const syncKind = "sync-context-connection";

export interface SyncPayload {
  readonly organizationId: string;
  readonly siteId: string;
  readonly connectionId: string;
}
