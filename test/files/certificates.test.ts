import { X509Certificate } from "node:crypto";
import { describe, expect, test } from "vitest";
import { findKeyFault, formatPem, parseCertificates } from "../../src/files/certificates.ts";
import {
  ellipticIdentity,
  identity,
  secondIdentity,
  weakCertificate,
} from "../support/sign-in/saml.ts";

const pems = [identity.certificate, secondIdentity.certificate, ellipticIdentity.certificate];
const toFingerprint = (pem: string) => new X509Certificate(pem).fingerprint256;
const parse = (content: string | Uint8Array) =>
  parseCertificates(content).map((one) => one.fingerprint256);
const toBase64 = (pem: string) => pem.replace(/-----[^-]+-----|\s/g, "");
const toKey = (pem: string, use = "signing", prefix = "md:") =>
  `<${prefix}KeyDescriptor${use === "" ? "" : ` use="${use}"`}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\n${toBase64(pem)}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></${prefix}KeyDescriptor>`;
const toMetadata = (inside: string, more = "", prefix = "md:") =>
  `<?xml version="1.0"?>\n<${prefix}EntityDescriptor><ds:Signature><ds:X509Certificate>${toBase64(weakCertificate)}</ds:X509Certificate></ds:Signature><${prefix}IDPSSODescriptor WantAuthnRequestsSigned="false">${inside}</${prefix}IDPSSODescriptor>${more}</${prefix}EntityDescriptor>`;

describe("parseCertificates", () => {
  test.each(pems)("reads every format of one certificate", (pem) => {
    const bytes = new X509Certificate(pem).raw;
    const openssl = `Certificate:\n    Data:\n        Version: 3 (0x2)\n    Signature Value:\n        3f:9a\n${pem}`;
    const formats: (string | Uint8Array)[] = [
      pem,
      Buffer.from(pem),
      `\uFEFF${pem.replaceAll("\n", "\r\n")}`,
      bytes,
      toBase64(pem),
      openssl,
      toMetadata(toKey(pem)),
      toMetadata(toKey(pem, "")),
      toMetadata(toKey(pem, "signing", ""), "", ""),
      toMetadata(`${toKey(weakCertificate, "encryption")}${toKey(pem)}`),
      toMetadata(toKey(pem), `<md:SPSSODescriptor>${toKey(weakCertificate)}</md:SPSSODescriptor>`),
    ];
    for (const format of formats) expect(parse(format)).toEqual([toFingerprint(pem)]);
  });

  test("reads several certificates without duplicates, and formats them as PEM", () => {
    const expected = pems.map(toFingerprint);
    expect(parse([...pems, ...pems].join("\n"))).toEqual(expected);
    expect(parse(toMetadata(pems.map((pem) => toKey(pem)).join("")))).toEqual(expected);
    expect(parse(formatPem(parseCertificates(pems.join(""))))).toEqual(expected);
  });

  test("ignores comments in metadata", () => {
    const [current = "", former = ""] = pems;
    const expected = [toFingerprint(current)];
    const key = toKey(former);
    for (const comment of [`<!--${key}-->`, `<!-- > ${key} -- -->`, "<!---->", "<!-- <!-- -->"]) {
      expect(parse(toMetadata(comment + toKey(current)))).toEqual(expected);
      expect(parse(toMetadata(toKey(current) + comment))).toEqual(expected);
      expect(parse(toMetadata(toKey(current), comment))).toEqual(expected);
      expect(parse(toMetadata(toKey(current).replace("<ds:X509Data>", `$&${comment}`)))).toEqual(
        expected,
      );
    }
    expect(parse(toMetadata(`<!--${key}-->`))).toEqual([]);
  });

  test.each([
    toMetadata(`<!--${toKey(identity.certificate)}`),
    toMetadata(`<![CDATA[${toKey(identity.certificate)}]]>`),
    `<!DOCTYPE a [<!ENTITY b "c">]>${toMetadata(toKey(identity.certificate))}`,
    "",
    "{}",
    "<xml/>",
    "-----BEGIN CERTIFICATE-----",
    identity.key,
    `${identity.certificate}${identity.certificate.replace("MII", "AAA")}`,
    toMetadata(toKey("AAAA")),
    `${toMetadata(toKey(identity.certificate))}${toMetadata(toKey(secondIdentity.certificate))}`,
    identity.certificate.repeat(21),
  ])("refuses other content", (content) => {
    expect(parse(content)).toEqual([]);
  });
});

test("RSA keys below 2048 bits cannot verify signatures", () => {
  const faults = [...pems, weakCertificate].map((pem) => findKeyFault(new X509Certificate(pem)));
  expect(faults).toEqual([
    undefined,
    undefined,
    undefined,
    "has an RSA key of 1024 bits, but at least 2048 are required",
  ]);
});
