/** The certificate authorities to trust if the user names one of their own. */
import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { UsageError } from "../errors.ts";
import type { Environment } from "./proxy.ts";

/**
 * @param pem one or more certificates as PEM text
 * @throws UsageError if the text holds no readable certificate
 */
export function checkAuthorities(pem: string): void {
  try {
    new X509Certificate(pem);
  } catch {
    throw new UsageError("The file of certificate authorities must hold certificates as PEM text.");
  }
}

/**
 * The default authorities and the given ones. Naming any replaces the defaults in the runtime,
 * those of NODE_EXTRA_CA_CERTS too, so they are listed again.
 * @throws UsageError as `checkAuthorities` does
 */
export async function authoritiesWith(pem: string, environment: Environment): Promise<string[]> {
  checkAuthorities(pem);
  const extra = environment.NODE_EXTRA_CA_CERTS;
  // The runtime itself ignores a file that it cannot read.
  const extraPem = extra ? await readFile(extra, "utf8").catch(() => "") : "";
  const { rootCertificates } = await import("node:tls");
  return [...rootCertificates, extraPem, pem].filter((text) => text.trim() !== "");
}
