/** Certificates of a SAML provider, of which there are several while its signing key changes. */
import type { X509Certificate } from "node:crypto";
import type { Context, JsonObject, PrintedColumn, Result } from "../../context.ts";
import type { Input } from "../../contract/endpoint.ts";
import * as contract from "../../contract/saml.ts";
import { UsageError } from "../../errors.ts";
import { formatPem, parseCertificates, toFingerprint } from "../../files/certificates.ts";
import { asObject, asText } from "../../json/values.ts";

type ProviderInput = Input<typeof contract.get>;

const columns: readonly PrintedColumn[] = [
  { header: "FINGERPRINT", path: "fingerprint", as: "id" },
  { header: "SUBJECT", path: "subject", as: "title" },
  { header: "KEY", path: "key" },
  { header: "VALID FROM", path: "validFrom", as: "time" },
  { header: "EXPIRES", path: "expiresAt", as: "time" },
];

/** Lists the certificates of a provider, the last one to expire first. */
export async function list(context: Context, input: ProviderInput): Promise<Result> {
  const { certificates } = await loadProvider(context, input);
  const items = [...certificates]
    .sort((one, other) => Date.parse(other.validTo) - Date.parse(one.validTo))
    .map(present);
  return { list: [items], columns, none: "The SAML provider has no certificates." };
}

/** Adds certificates, and keeps the current ones. */
export async function add(
  context: Context,
  { certificate, ...input }: ProviderInput & { readonly certificate: string },
): Promise<Result> {
  const { label, certificates, record } = await loadProvider(context, input);
  const current = new Set(certificates.map(toFingerprint));
  const parsed = parseCertificates(certificate);
  if (parsed.length === 0) {
    throw new UsageError(
      "The file contains no X.509 certificate. Specify a PEM or DER file, or SAML metadata with one identity provider.",
      "tome saml certificate add --help",
    );
  }
  const added = parsed.filter((one) => !current.has(toFingerprint(one)));
  if (added.length === 0) {
    return {
      done: `The SAML provider "${label}" already has the certificate. No changes were made.`,
      record,
    };
  }
  const changed = await update(context, input, [...certificates, ...added]);
  const what = added.length === 1 ? "a certificate" : `${added.length} certificates`;
  return {
    done: `Added ${what} to the SAML provider "${label}" (${added.map(toFingerprint).join(", ")}).`,
    next: "If the identity provider no longer uses the previous certificate: tome saml certificate remove",
    record: changed,
  };
}

/** Removes one certificate. */
export async function remove(
  context: Context,
  { fingerprint, ...input }: ProviderInput & { readonly fingerprint: string },
): Promise<Result> {
  const { label, certificates } = await loadProvider(context, input);
  const start = fingerprint.replace(/[:\s]/g, "").toLowerCase();
  if (start === "") {
    throw new UsageError(
      "The fingerprint contains no digits. Enter the start of a fingerprint.",
      `tome saml certificate list ${input.samlProviderId}`,
    );
  }
  const selected = certificates.filter((one) => toFingerprint(one).startsWith(start));
  const [certificate, ...others] = selected;
  if (!certificate || others.length > 0) {
    throw new UsageError(
      `${certificate ? "Several certificates" : "No certificate"} of "${label}" ${certificate ? "match" : "matches"} the fingerprint ${fingerprint}.`,
      `tome saml certificate list ${input.samlProviderId}`,
    );
  }
  if (certificates.length === 1) {
    throw new UsageError(
      `This is the only certificate of "${label}". Without a certificate, users cannot sign in with this provider.`,
      `tome saml certificate add ${input.samlProviderId} <file>`,
    );
  }
  const record = await update(
    context,
    input,
    certificates.filter((one) => one !== certificate),
  );
  return {
    done: `Removed the certificate ${toFingerprint(certificate)} from the SAML provider "${label}".`,
    record,
  };
}

async function loadProvider(context: Context, input: ProviderInput) {
  const client = await context.client({ lookup: true });
  const { value } = await client.call(contract.get, input);
  const provider = asObject(value);
  const text = asText(provider.certificate);
  const certificates = parseCertificates(text);
  if (text.trim() !== "" && certificates.length === 0) {
    throw new UsageError(
      "The certificate of the SAML provider cannot be read.",
      `tome saml update ${input.samlProviderId} --certificate <file>`,
    );
  }
  return { label: asText(provider.label), certificates, record: provider };
}

async function update(
  context: Context,
  { organizationId, samlProviderId }: ProviderInput,
  certificates: readonly X509Certificate[],
): Promise<JsonObject> {
  const { value } = await (await context.client()).call(contract.update, {
    organizationId,
    samlProviderId,
    certificate: formatPem(certificates),
  });
  return asObject(value);
}

/** SHA-256 in hexadecimal, as in the output of OpenSSL without colons. */
function present(certificate: X509Certificate): JsonObject {
  const { subject, validFrom, validTo, publicKey } = certificate;
  const { modulusLength, namedCurve } = publicKey.asymmetricKeyDetails ?? {};
  return {
    fingerprint: toFingerprint(certificate),
    subject: (subject ?? "").replaceAll("\n", ", "),
    key: modulusLength === undefined ? `EC ${namedCurve ?? ""}`.trim() : `RSA ${modulusLength}`,
    validFrom: new Date(validFrom).toISOString(),
    expiresAt: new Date(validTo).toISOString(),
  };
}
