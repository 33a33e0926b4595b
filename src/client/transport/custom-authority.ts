/** Transport for a few requests if the user specifies certificate authorities. */
import type { Transport } from "../../contract/wire.ts";
import { PermanentNetworkError } from "../network-errors.ts";
import { checkAuthorities, loadAuthorities } from "./certificates.ts";
import { openDirect } from "./direct-transport.ts";
import type { ProxyEnvironment } from "./proxy.ts";

/**
 * Trusts the default authorities and the specified ones. A specified authority nearly always covers
 * the server, and reading the default ones takes as long as Node's own start; so the specified ones
 * are tried alone first, and if they do not cover the server, it is asked again with all.
 * @param pem one or more certificates as PEM text
 * @throws UsageError if the text contains no readable certificate
 */
export async function openTrusting(pem: string, environment: ProxyEnvironment): Promise<Transport> {
  checkAuthorities(pem);
  let wire = openDirect([pem]);
  let isWhole = false;
  return async (request) => {
    try {
      return await wire(request);
    } catch (error) {
      // A permanent error occurs before any request is read, so nothing is sent twice.
      if (isWhole || !(error instanceof PermanentNetworkError)) throw error;
      wire = openDirect(await loadAuthorities(pem, environment));
      isWhole = true;
      return wire(request);
    }
  };
}
