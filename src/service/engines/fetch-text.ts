/** Fetches the text at an address that a person gave. */
import { FetchFailure } from "./fetch-failure.ts";
import type { FetchRequest } from "./guarded-fetch.ts";
import type { Outside } from "./outside.ts";

/** @throws FetchFailure also for an answer other than 200, and for what is no text in UTF-8 */
export async function fetchText(
  outside: Outside,
  request: FetchRequest,
): Promise<{ readonly text: string; readonly url: string }> {
  const { status, url, body } = await outside.fetch(request);
  if (status !== 200) throw new FetchFailure("failed", `${url} answered with status ${status}.`);
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(body), url };
  } catch {
    throw new FetchFailure("failed", `${url} is not text in UTF-8.`);
  }
}
