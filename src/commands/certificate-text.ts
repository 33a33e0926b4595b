/** Certificates in a cell for a person. */

/** The subject and expiry of each certificate in a PEM text; the text itself if it cannot be read. */
export function describeCertificates(pem: string): string {
  // Loaded here, because few commands print a certificate.
  const { X509Certificate } = process.getBuiltinModule("node:crypto");
  const texts = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    const described = texts.map((text) => {
      const { subject, validTo } = new X509Certificate(text);
      const name = subject.split("\n").join(", ");
      return `${name}, expires ${new Date(validTo).toISOString().slice(0, 10)}`;
    });
    return described.length === 0 ? pem : described.join("; ");
  } catch {
    return pem;
  }
}
