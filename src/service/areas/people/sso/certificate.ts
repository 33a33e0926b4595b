/** Validation of the certificates of identity providers. */
import { ApiError } from "../../../../errors.ts";
import { findKeyFault, formatPem, parseCertificates } from "../../../../files/certificates.ts";

/**
 * @returns the reason why a text cannot be the certificates of a provider, as a clause that follows the
 * name of the field; undefined for valid or empty text
 */
export function findCertificateFault(value: string): string | undefined {
  if (value.trim() === "") return undefined;
  const certificates = parseCertificates(value);
  if (certificates.length === 0) {
    return "must be an X.509 certificate in PEM or base64 format, or SAML metadata";
  }
  return certificates.map(findKeyFault).find((fault) => fault !== undefined);
}

/**
 * @param value PEM, base64 of the DER encoding, or SAML metadata, with one or several certificates;
 * empty for none
 * @param stored the current certificates, which may have expired in the meantime
 * @returns the certificates as PEM without surrounding text, or empty
 * @throws ApiError 400 if it contains no X.509 certificate, or a new one that has expired or has a weak
 * key
 */
export function toPemCertificate(value: string, now: Date, stored = ""): string {
  if (value.trim() === "") return "";
  const certificates = parseCertificates(value);
  if (certificates.length === 0) {
    throw createCertificateError(
      "certificate is not an X.509 certificate. Specify the identity provider's certificate as PEM or base64.",
    );
  }
  const known = new Set(parseCertificates(stored).map((one) => one.fingerprint256));
  for (const certificate of certificates) {
    if (known.has(certificate.fingerprint256)) continue;
    const fault = findKeyFault(certificate);
    if (fault !== undefined) {
      throw createCertificateError(
        `certificate ${fault}. Use another signing key at the identity provider.`,
      );
    }
    const end = new Date(certificate.validTo);
    if (end < now) {
      throw createCertificateError(
        `certificate expired on ${end.toISOString().slice(0, 10)}. Specify the current certificate of the identity provider.`,
      );
    }
  }
  return formatPem(certificates);
}

function createCertificateError(message: string): ApiError {
  return new ApiError(400, message, { field: "certificate" });
}
