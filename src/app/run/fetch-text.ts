/**
 * Reads text from a URL that the user entered. With the local platform, its rules apply: no private
 * IP addresses unless TOME_ALLOW_PRIVATE is set, and never a token.
 */
import type { DownloadOptions } from "../../client/transport/download.ts";
import type { ApiClient, ResolvedSettings } from "../../context.ts";
import { ApiError, NetworkError, UsageError } from "../../errors.ts";
import type { Machine } from "./machine.ts";

export interface FetchedText {
  readonly text: string;
  /** After redirects, as far as that is known. */
  readonly url: string;
}

/** In bytes; specifications are smaller. */
const largestText = 20 * 1024 * 1024;

/**
 * @param options without effect with the local platform
 * @throws UsageError for a forbidden URL and for a response that is not text; ApiError for a status
 *   that is not a success; NetworkError without a response
 */
export async function fetchText(
  url: string,
  settings: ResolvedSettings,
  { env }: Pick<Machine, "env">,
  client: () => Promise<ApiClient>,
  options: DownloadOptions = {},
): Promise<FetchedText> {
  if (!settings.local) {
    const bytes = await (await client()).download(url, options);
    return { text: decode(bytes, url), url };
  }
  const { openOutside } = await import("../../service/engines/network/egress.ts");
  const { FetchFailure } = await import("../../service/engines/network/fetch-failure.ts");
  const outside = openOutside(env.TOME_ALLOW_PRIVATE === "true");
  const patience = settings.timeout.value * 1000;
  try {
    const response = await outside.fetch({ url, largest: largestText, patience });
    const { status, url: finalUrl, body } = response;
    if (status >= 300) throw new ApiError(status, `${finalUrl} responded with status ${status}.`);
    return { text: decode(body, finalUrl), url: finalUrl };
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    if (error.reason === "refused") throw new UsageError(error.message);
    throw new NetworkError(error.message, { arrived: "no" });
  }
}

function decode(bytes: Uint8Array, url: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${url} is not UTF-8 text.`);
  }
}
