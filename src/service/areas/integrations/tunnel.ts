/** The tunnel of an integration in development, to which its events are sent. */
import { isIP } from "node:net";
import { Problem } from "../../../errors.ts";
import type { Call } from "../../core/handlers.ts";
import { howToAllowPrivate } from "../../engines/public-addresses.ts";
import { sendingJob } from "../events/record.ts";

/**
 * Sets the tunnel, and sends waiting events at once: a tunnel that is set again usually works again.
 * @throws Problem 400 for an address that the platform may not reach. A host name is resolved for
 * each connection, and checked only then.
 */
export async function setTunnel(
  call: Call,
  integration: string,
  url: string,
  all: boolean,
): Promise<void> {
  refuseUnreachable(call, url);
  const { sending, turn } = await call.db
    .updateTable("integration_feeds")
    .set((row) => ({
      tunnel_url: url,
      tunnel_base: call.base,
      tunnel_all: Number(all),
      failures: 0,
      turn: row("turn", "+", 1),
    }))
    .where("integration", "=", integration)
    .returning(["sending", "turn"])
    .executeTakeFirstOrThrow();
  // An earlier job may be waiting for its next attempt; it ends without sending, as the turn is new.
  if (sending === 1) await call.enqueue(sendingJob(integration, turn));
}

/**
 * Events go nowhere from now on; those that wait stay as they are, for a tunnel that is set again.
 * @returns whether there was a tunnel
 */
export async function removeTunnel(call: Call, integration: string): Promise<boolean> {
  const { numUpdatedRows } = await call.db
    .updateTable("integration_feeds")
    .set((row) => ({
      tunnel_url: null,
      tunnel_base: null,
      tunnel_all: 0,
      failures: 0,
      turn: row("turn", "+", 1),
      sending: 0,
    }))
    .where("integration", "=", integration)
    .where("tunnel_url", "is not", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function refuseUnreachable({ outside }: Call, text: string): void {
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw new Problem(400, "tunnelUrl must not hold a user name or a password.", {
      field: "tunnelUrl",
    });
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  const address = /^(.+\.)?localhost$/.test(host) ? "127.0.0.1" : host;
  if (isIP(address) === 0 || outside.mayReach(address)) return;
  throw new Problem(
    400,
    `tunnelUrl leads to ${url.hostname}, which is this machine or a private network; use the public address of a tunnel. ${howToAllowPrivate}.`,
    { field: "tunnelUrl" },
  );
}
