/** The wire for a few requests if the user names a certificate authority of their own. */
import type { Transport } from "../contract/wire.ts";
import { authoritiesWith, checkAuthorities } from "./certificates.ts";
import { Lasting } from "./faults.ts";
import type { Environment } from "./proxy.ts";
import { openDirect } from "./wire-direct.ts";

/**
 * Trusts the default authorities and the given ones. Who names an authority nearly always has it
 * vouch for the server, and reading the default ones costs as much as Node's own start; so the given
 * ones are tried alone first, and a server that they do not vouch for is asked again with all.
 * @param pem one or more certificates as PEM text
 * @throws UsageError if the text holds no readable certificate
 */
export async function openTrusting(pem: string, environment: Environment): Promise<Transport> {
  checkAuthorities(pem);
  let wire = openDirect([pem]);
  let isWhole = false;
  return async (request) => {
    try {
      return await wire(request);
    } catch (error) {
      // A lasting fault comes before any request is read, so nothing is sent twice.
      if (isWhole || !(error instanceof Lasting)) throw error;
      wire = openDirect(await authoritiesWith(pem, environment));
      isWhole = true;
      return wire(request);
    }
  };
}
