/** Notices by LISTEN and NOTIFY, on a separate connection, which is restored if it is lost. */
import type { Client } from "pg";
import type { ListenForNotices } from "../notifications.ts";

/** The delay before a new connection, in milliseconds. */
const pause = 2000;

/** @param createClient a client that is not connected yet */
export function createNoticeListener(createClient: () => Client): ListenForNotices {
  return (channel, onNotice) => {
    let client: Client | undefined;
    let isConnected = false;
    let isClosed = false;
    let timer: NodeJS.Timeout | undefined;

    async function connect(): Promise<void> {
      const next = createClient();
      client = next;
      const lose = () => {
        if (client !== next) return;
        client = undefined;
        isConnected = false;
        // The connection may be lost already.
        next.end().catch(() => undefined);
        if (!isClosed) timer = setTimeout(connect, pause).unref();
      };
      next.on("error", lose);
      next.on("end", lose);
      next.on("notification", onNotice);
      try {
        await next.connect();
        await next.query(`listen ${next.escapeIdentifier(channel)}`);
      } catch {
        return lose();
      }
      if (client !== next) return;
      isConnected = true;
      // Notices before this moment were not received.
      onNotice();
    }

    const connecting = connect();
    return {
      isConnected: () => isConnected,
      async close() {
        isClosed = true;
        clearTimeout(timer);
        await connecting;
        const last = client;
        client = undefined;
        isConnected = false;
        await last?.end().catch(() => undefined);
      },
    };
  };
}
