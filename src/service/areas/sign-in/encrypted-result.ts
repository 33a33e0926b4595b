/** The encrypted result of a SAML response, passed through the browser to the route that reads its cookies. */
import type { SecretBox } from "../../engines/secret-box.ts";

export interface Arrival {
  readonly provider: string;
  /** The id of the AuthnRequest. */
  readonly request: string;
  readonly email: string;
  readonly displayName?: string | undefined;
  /** The ids of the teams of the user's groups; absent if no teams are changed. */
  readonly teams?: readonly string[] | undefined;
  /** Times are in milliseconds since 1970. */
  readonly sessionEnd?: number | undefined;
  readonly until: number;
}

const purpose = "arrivals from identity providers";

export async function sealArrival(secretBox: SecretBox, arrival: Arrival): Promise<string> {
  return secretBox.seal(JSON.stringify(arrival), purpose);
}

/** @returns undefined if it cannot be decrypted or has expired */
export async function openArrival(
  secretBox: SecretBox,
  encrypted: string,
  now: Date,
): Promise<Arrival | undefined> {
  const text = await secretBox.open(encrypted, purpose).catch((): undefined => undefined);
  if (text === undefined) return undefined;
  // The text was encrypted by this platform.
  const arrival: Arrival = JSON.parse(text);
  return arrival.until > now.getTime() ? arrival : undefined;
}
