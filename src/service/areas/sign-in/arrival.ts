/** What was found in a response, on its way through the browser to where its cookies are read. */
import type { SecretBox } from "../../engines/secret-box.ts";

export interface Arrival {
  readonly provider: string;
  /** The id of the request that was answered. */
  readonly request: string;
  readonly email: string;
  readonly displayName?: string | undefined;
  /** Times are in milliseconds since 1970. */
  readonly sessionEnd?: number | undefined;
  readonly until: number;
}

const purpose = "arrivals from identity providers";

export async function sealArrival(secretBox: SecretBox, arrival: Arrival): Promise<string> {
  return secretBox.seal(JSON.stringify(arrival), purpose);
}

/** @returns absent for one that this platform has not made, or not just now */
export async function openArrival(
  secretBox: SecretBox,
  encrypted: string,
  now: Date,
): Promise<Arrival | undefined> {
  const text = await secretBox.open(encrypted, purpose).catch((): undefined => undefined);
  if (text === undefined) return undefined;
  // Encrypted by this platform.
  const arrival: Arrival = JSON.parse(text);
  return arrival.until > now.getTime() ? arrival : undefined;
}
