/** Client that describes writes instead of sending them, and sends reads. */
import { type Endpoint, getMethod } from "../contract/endpoint.ts";
import type { ApiClient, RequestDescription } from "./client.ts";
import { isReading } from "./retry.ts";

/** Ends the work that would have sent the request. */
export class DescribedError extends Error {
  override readonly name = "DescribedError";
  constructor(readonly request: RequestDescription) {
    super(`${request.method} ${request.url} is described and not sent.`);
  }
}

/** The same for several requests, possibly none. */
export class DescribedAll extends Error {
  override readonly name = "DescribedAll";
  constructor(
    readonly requests: readonly RequestDescription[],
    /** Their effects, for the user. */
    readonly says: readonly string[],
  ) {
    super(`${requests.length} requests are described and not sent.`);
  }
}

/** Like `createReadOnlyClient`; announced requests are described too. */
export function createDescribingClient(
  client: ApiClient,
  openReader?: () => Promise<ApiClient>,
): ApiClient {
  return {
    ...createReadOnlyClient(client, openReader),
    announce(endpoint, input, start) {
      throw new DescribedError(client.describe(endpoint, input, start));
    },
    announceRaw(request) {
      throw new DescribedError(client.describeRaw(request));
    },
    announceAll(requests, says = []) {
      throw new DescribedAll(requests, says);
    },
  };
}

/**
 * A client that sends reads; a write throws `DescribedError` and is not sent.
 * @param openReader the client that sends the reads; the client itself by default
 */
export function createReadOnlyClient(
  client: ApiClient,
  openReader: () => Promise<ApiClient> = async () => client,
): ApiClient {
  return {
    ...client,
    async call(endpoint, input) {
      if (isHarmless(endpoint)) return (await openReader()).call(endpoint, input);
      throw new DescribedError(client.describe(endpoint, input));
    },
    async *stream(endpoint, input) {
      if (!isHarmless(endpoint)) throw new DescribedError(client.describe(endpoint, input));
      yield* (await openReader()).stream(endpoint, input);
    },
    async send(request) {
      if (isReading(request)) return (await openReader()).send(request);
      throw new DescribedError(client.describeRaw(request));
    },
  };
}

function isHarmless(endpoint: Endpoint): boolean {
  return endpoint.reads === true || isReading({ method: getMethod(endpoint) });
}
