/** Certificate authorities to trust if the user specifies any. */
import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { UsageError } from "../../errors.ts";
import type { ProxyEnvironment } from "./proxy.ts";

/**
 * @param pem one or more certificates as PEM text
 * @throws UsageError if the text contains no readable certificate
 */
export function checkAuthorities(pem: string): void {
  try {
    new X509Certificate(pem);
  } catch {
    throw new UsageError("The file of certificate authorities must contain PEM certificates.");
  }
}

/**
 * The default authorities and the specified ones. Specifying any replaces the defaults of the
 * runtime, including NODE_EXTRA_CA_CERTS, so they are listed again.
 * @throws UsageError as `checkAuthorities` does
 */
export async function loadAuthorities(
  pem: string,
  environment: ProxyEnvironment,
): Promise<string[]> {
  checkAuthorities(pem);
  const extra = environment.NODE_EXTRA_CA_CERTS;
  // The runtime itself ignores a file that it cannot read.
  const extraPem = extra ? await readFile(extra, "utf8").catch(() => "") : "";
  const { rootCertificates } = await import("node:tls");
  return [...rootCertificates, extraPem, pem].filter((text) => text.trim() !== "");
}
