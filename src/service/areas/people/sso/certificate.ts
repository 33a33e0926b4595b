/** Validation of the certificates of identity providers. */
import { X509Certificate } from "node:crypto";
import { ApiError } from "../../../../errors.ts";

/** Whether a text is an X.509 certificate or empty. */
export function isCertificate(value: string): boolean {
  try {
    certificateAsPem(value);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param value PEM, or base64 of the DER encoding, with or without white space; empty for none
 * @returns the certificate as PEM without surrounding text, or empty
 * @throws ApiError 400 if it is not an X.509 certificate
 */
export function certificateAsPem(value: string): string {
  const text = value.trim();
  if (text === "") return "";
  try {
    // Buffer ignores characters that are not base64.
    if (!text.startsWith("-----BEGIN ") && !/^[A-Za-z0-9+/\s]+={0,2}$/.test(text)) throw undefined;
    const bytes = text.startsWith("-") ? Buffer.from(text) : Buffer.from(text, "base64");
    return new X509Certificate(bytes).toString();
  } catch {
    throw new ApiError(
      400,
      "certificate is not an X.509 certificate. Specify the identity provider's certificate as PEM or base64.",
      { field: "certificate" },
    );
  }
}
