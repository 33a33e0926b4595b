/**
 * X.509 certificates in the formats in which identity providers offer them: PEM, also with several
 * certificates or between other text (`openssl x509 -text`), DER, base64, and SAML metadata.
 */
import { X509Certificate } from "node:crypto";
import { readMetadata } from "./saml-metadata.ts";

/** Limits the work for a file that is not a certificate. */
const maxCertificates = 20;
const minRsaBits = 2048;

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * @param content the content of a file or field
 * @returns the certificates without duplicates; empty if a part of the content is not a certificate,
 * or there is none
 */
export function parseCertificates(content: string | Uint8Array): readonly X509Certificate[] {
  const encodings = listEncodings(content);
  if (encodings.length > maxCertificates) return [];
  const certificates = new Map<string, X509Certificate>();
  for (const encoding of encodings) {
    const certificate = parseCertificate(encoding);
    if (!certificate) return [];
    certificates.set(certificate.fingerprint256, certificate);
  }
  return [...certificates.values()];
}

/** The certificates as consecutive PEM blocks. */
export function formatPem(certificates: readonly X509Certificate[]): string {
  return certificates.map((one) => one.toString()).join("");
}

/** The SHA-256 fingerprint in lower case without separators. */
export function toFingerprint({ fingerprint256 }: X509Certificate): string {
  return fingerprint256.replaceAll(":", "").toLowerCase();
}

/**
 * @returns the reason why a certificate cannot verify signatures, as a clause that follows its name
 */
export function findKeyFault({ publicKey }: X509Certificate): string | undefined {
  const { asymmetricKeyType: type, asymmetricKeyDetails } = publicKey;
  if (type === "ec") return undefined;
  if (type !== "rsa") return "has neither an RSA nor an elliptic curve key";
  const bits = asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits >= minRsaBits) return undefined;
  return `has an RSA key of ${bits} bits, but at least ${minRsaBits} are required`;
}

function listEncodings(content: string | Uint8Array): readonly Uint8Array[] {
  if (typeof content !== "string") {
    // A DER encoding starts with a sequence of a long length.
    if (content[0] === 0x30 && (content[1] ?? 0) >= 0x80) return [content];
    return listEncodings(Buffer.from(content).toString("utf8"));
  }
  const text = content.replace(/^\uFEFF/, "").trim();
  if (text.includes("-----BEGIN ")) return listPemEncodings(text);
  if (text.startsWith("<")) return listMetadataEncodings(text);
  return base64.test(text.replace(/\s+/g, "")) ? [decode(text)] : [];
}

function listPemEncodings(text: string): readonly Uint8Array[] {
  return text
    .split("-----BEGIN ")
    .slice(1)
    .flatMap((block) => {
      const [label = "", body] = block.split("-----");
      const isCertificate = /^(?:TRUSTED |X509 )?CERTIFICATE$/.test(label);
      return isCertificate ? [decode(body)] : [];
    });
}

function decode(text = ""): Uint8Array {
  return Buffer.from(text.replace(/\s+/g, ""), "base64");
}

function listMetadataEncodings(metadata: string): readonly Uint8Array[] {
  return readMetadata(metadata)?.certificates.map(decode) ?? [];
}

function parseCertificate(encoding: Uint8Array): X509Certificate | undefined {
  try {
    return new X509Certificate(encoding);
  } catch {
    return undefined;
  }
}
