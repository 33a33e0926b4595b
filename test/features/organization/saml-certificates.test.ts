import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import { add, list, remove } from "../../../src/features/organization/saml-certificates.ts";
import { parseCertificates, toFingerprint } from "../../../src/files/certificates.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

const readPem = (name: string) =>
  readFileSync(new URL(`../../support/network/certificate/${name}.pem`, import.meta.url), "utf8");
const [first, second, third] = ["identity", "second", "certificate"].map(readPem) as [
  string,
  string,
  string,
];
const fingerprint = (pem: string) => parseCertificates(pem).map(toFingerprint).join();

const ids = { organizationId: "O1", samlProviderId: "P1" };
const path = "/orgs/O1/saml/P1";

function open(certificate: string) {
  return openScriptedContext({
    answer: ({ line }) =>
      line.startsWith("GET") ? { id: "P1", label: "Okta", certificate } : { id: "P1" },
  });
}

/** The fingerprints of the certificates that were sent. */
function sentCertificates(sent: ReturnType<typeof open>["sent"]): readonly string[] {
  const last = sent.at(-1);
  if (last === undefined || typeof last === "string") return [];
  expect(last[0]).toBe(`PATCH ${path}`);
  const { certificate, ...others } = last[1] as { certificate: string };
  expect(others).toEqual({});
  return parseCertificates(certificate).map(toFingerprint);
}

test("the list begins with the certificate that expires last", async () => {
  const all = [first, second, third];
  const expected = all
    .flatMap((pem) => parseCertificates(pem))
    .toSorted((one, other) => Date.parse(other.validTo) - Date.parse(one.validTo))
    .map((one) => ({
      fingerprint: toFingerprint(one),
      subject: one.subject.replaceAll("\n", ", "),
      expiresAt: new Date(one.validTo).toISOString(),
      validFrom: new Date(one.validFrom).toISOString(),
      key: expect.stringMatching(/^(RSA \d{4}|EC \w+)$/),
    }));
  for (const order of [all, all.toReversed()]) {
    const { context } = open(order.join("\n"));
    const result = await list(context, ids);
    const rows = result && "list" in result ? result.list : [];
    expect([...(rows as readonly unknown[])]).toEqual([expected]);
  }
});

describe("add", () => {
  test.each([
    [
      first,
      second,
      [first, second],
      `Added a certificate to the SAML provider "Okta" (${fingerprint(second)}).`,
    ],
    [
      first,
      `${first}\n${second}`,
      [first, second],
      `Added a certificate to the SAML provider "Okta" (${fingerprint(second)}).`,
    ],
    [
      first,
      `${second}\n${third}`,
      [first, second, third],
      `Added 2 certificates to the SAML provider "Okta" (${fingerprint(second)}, ${fingerprint(third)}).`,
    ],
    [
      "",
      first,
      [first],
      `Added a certificate to the SAML provider "Okta" (${fingerprint(first)}).`,
    ],
  ])("keeps the current certificates: %#", async (current, certificate, expected, done) => {
    const { context, sent } = open(current);
    expect(await add(context, { ...ids, certificate })).toEqual({
      done,
      next: "If the identity provider no longer uses the previous certificate: tome saml certificate remove",
      record: { id: "P1" },
    });
    expect(sentCertificates(sent)).toEqual(expected.map(fingerprint));
  });

  test("changes nothing if the provider has the certificate", async () => {
    const { context, sent } = open(`${first}\n${second}`);
    expect(await add(context, { ...ids, certificate: second })).toMatchObject({
      done: 'The SAML provider "Okta" already has the certificate. No changes were made.',
    });
    expect(sent).toHaveLength(1);
  });

  test.each([
    [
      first,
      "text",
      "The file contains no X.509 certificate. Specify a PEM or DER file, or SAML metadata with one identity provider.",
    ],
    ["text", first, "The certificate of the SAML provider cannot be read."],
  ])("refuses another text: %#", async (current, certificate, message) => {
    const { context, sent } = open(current);
    await expect(add(context, { ...ids, certificate })).rejects.toThrow(message);
    expect(sent).toHaveLength(1);
  });
});

describe("remove", () => {
  const colons = (text: string) => text.toUpperCase().match(/../g)?.join(":") ?? "";
  test.each([
    ["the fingerprint", fingerprint(second)],
    ["the start", fingerprint(second).slice(0, 8)],
    ["the form of OpenSSL", colons(fingerprint(second))],
    ["spaces", ` ${fingerprint(second).slice(0, 10)} `],
  ])("by %s", async (_, text) => {
    const { context, sent } = open([first, second, third].join("\n"));
    expect(await remove(context, { ...ids, fingerprint: text })).toEqual({
      done: `Removed the certificate ${fingerprint(second)} from the SAML provider "Okta".`,
      record: { id: "P1" },
    });
    expect(sentCertificates(sent)).toEqual([first, third].map(fingerprint));
  });

  test.each([
    [
      `${first}\n${second}`,
      "zz",
      'No certificate of "Okta" matches the fingerprint zz.',
      "tome saml certificate list P1",
    ],
    [
      `${first}\n${second}`,
      ":",
      "The fingerprint contains no digits. Enter the start of a fingerprint.",
      "tome saml certificate list P1",
    ],
    [
      first,
      ":",
      "The fingerprint contains no digits. Enter the start of a fingerprint.",
      "tome saml certificate list P1",
    ],
    [
      first,
      fingerprint(first),
      'This is the only certificate of "Okta". Without a certificate, users cannot sign in with this provider.',
      "tome saml certificate add P1 <file>",
    ],
  ])("is refused: %#", async (current, text, message, hint) => {
    const { context, sent } = open(current);
    await expect(remove(context, { ...ids, fingerprint: text })).rejects.toThrow(
      new UsageError(message, hint),
    );
    expect(sent).toHaveLength(1);
  });
});
