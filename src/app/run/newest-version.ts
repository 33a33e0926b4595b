/** Newest version of tome on the npm registry that the user configured. Only `tome doctor --updates` requests it. */

import { openTransport } from "../../client/transport/transport.ts";
import type { WireResponse } from "../../contract/wire.ts";
import { ApiError, NetworkError, UsageError } from "../../errors.ts";
import { withoutFinalSlashes } from "../../json/trim.ts";
import { readNpmRegistry } from "../../settings/npm-registry.ts";
import { packageName } from "../../version.ts";

/** In milliseconds. */
const registryTimeout = 10_000;
/** A manifest has a few thousand bytes. */
const largestResponse = 1024 * 1024;

/**
 * @param environment can name the registry in `npm_config_registry`; otherwise npm is asked for it
 * @throws UsageError if there is no registry or it is not an https URL, ApiError 404 if the package is
 *   not published there, and NetworkError without a response
 */
export async function fetchNewestVersion(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const configured =
    environment.npm_config_registry || (await readNpmRegistry(environment, registryTimeout));
  if (configured === undefined) {
    throw new UsageError("No npm registry is configured.", "Set npm_config_registry");
  }
  const registry = withoutFinalSlashes(configured);
  if (!isRegistry(registry)) {
    throw new UsageError("npm_config_registry must be an https URL without a password.");
  }
  const response = await openTransport({ environment })({
    method: "GET",
    url: `${registry}/${packageName.replace("/", "%2f")}/latest`,
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(registryTimeout),
  });
  const text = await readStart(response.body);
  if (response.status === 404)
    throw new ApiError(404, `${packageName} is not published at ${registry}.`);
  const version = response.status === 200 ? findVersion(text) : undefined;
  if (version !== undefined) return version;
  throw new NetworkError(`${registry} returned status ${response.status} and no version.`, {
    arrived: "perhaps",
  });
}

function isRegistry(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  const isLocal = protocol === "http:" && /^(?:localhost|127\.0\.0\.1)$/.test(hostname);
  const isSafe = protocol === "https:" || isLocal;
  return isSafe && username === "" && password === "";
}

async function readStart(body: WireResponse["body"]): Promise<string> {
  if (typeof body === "string") return body;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > largestResponse) break;
  }
  return Buffer.concat(chunks).toString("utf8");
}

function findVersion(text: string): string | undefined {
  return /"version"\s*:\s*"(\d+\.\d+\.\d+)"/.exec(text)?.[1];
}
