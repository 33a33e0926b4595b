import { X509Certificate } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  findCertificateFault,
  toPemCertificate,
} from "../../../../../src/service/areas/people/sso/certificate.ts";
import { identity, secondIdentity, weakCertificate } from "../../../../support/sign-in/saml.ts";

const { certificate } = identity;
const unreadable = "must be an X.509 certificate in PEM or base64 format, or SAML metadata";
const weak = "has an RSA key of 1024 bits, but at least 2048 are required";

describe("the certificates of a provider", () => {
  test.each([
    ["nothing", "", undefined],
    ["white space", " \n", undefined],
    ["a certificate", certificate, undefined],
    ["two certificates", certificate + secondIdentity.certificate, undefined],
    ["other text", "certificate", unreadable],
    ["a weak key", weakCertificate, weak],
    ["a weak key after a strong one", certificate + weakCertificate, weak],
  ])("can be checked: %s", (_, value, fault) => {
    expect(findCertificateFault(value)).toBe(fault);
  });

  test("are empty for white space", () => {
    expect(toPemCertificate(" \n", new Date(0))).toBe("");
  });

  test("are valid until their end, and then refused with its date", () => {
    const end = new Date(new X509Certificate(certificate).validTo);
    expect(toPemCertificate(certificate, end)).toBe(certificate);
    const later = new Date(end.getTime() + 1);
    expect(() => toPemCertificate(certificate, later)).toThrow(
      expect.objectContaining({
        status: 400,
        field: "certificate",
        message: `certificate expired on ${end.toISOString().slice(0, 10)}. Specify the current certificate of the identity provider.`,
      }),
    );
  });

  test("are refused with a weak key, unless it is the stored one", () => {
    expect(() => toPemCertificate(weakCertificate, new Date(0))).toThrow(
      `certificate ${weak}. Use another signing key at the identity provider.`,
    );
    expect(toPemCertificate(weakCertificate, new Date(0), weakCertificate)).toBe(weakCertificate);
  });
});
