/** Reads the certificate of an identity provider, so that nothing else can be stored as one. */
import { X509Certificate } from "node:crypto";
import { Problem } from "../../../errors.ts";

/** Whether a text is a certificate, or empty for none. */
export function isCertificate(given: string): boolean {
  try {
    certificateAsPem(given);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param given PEM, or the base64 of its DER with or without white space; empty for none
 * @returns the certificate alone as PEM, or empty
 * @throws Problem 400 for anything but an X.509 certificate
 */
export function certificateAsPem(given: string): string {
  const text = given.trim();
  if (text === "") return "";
  try {
    // Buffer ignores characters that are not base64.
    if (!text.startsWith("-----BEGIN ") && !/^[A-Za-z0-9+/\s]+={0,2}$/.test(text)) throw undefined;
    const bytes = text.startsWith("-") ? Buffer.from(text) : Buffer.from(text, "base64");
    return new X509Certificate(bytes).toString();
  } catch {
    throw new Problem(
      400,
      "certificate is no X.509 certificate; give the one of the identity provider, as PEM or base64.",
      { field: "certificate" },
    );
  }
}
