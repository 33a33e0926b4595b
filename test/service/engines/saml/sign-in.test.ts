/** SAML responses: those of a good identity provider sign somebody in, by every rule of the standard. */
import { expect, test } from "vitest";
import {
  assertion,
  ellipticAlgorithm,
  ellipticIdentity,
  response,
  signed,
  signedResponse,
  type Told,
} from "../../../support/saml.ts";
import { fault, take } from "./reading.ts";

const good = signedResponse();

test("The response of a good identity provider says who signs in, to which request, and until when", () => {
  expect(take(good)).toEqual({
    email: "ada@example.com",
    displayName: undefined,
    inResponseTo: "_request",
    assertion: "_assertion",
    validUntil: new Date("2026-03-02T08:06:00.000Z"),
    sessionEnd: undefined,
  });
});

test("A response that is signed as a whole besides, and one with SHA-512, are taken", () => {
  expect(take(signed(good, "Response")).email).toBe("ada@example.com");
  const algorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512";
  const digest = "http://www.w3.org/2001/04/xmlenc#sha512";
  expect(take(signedResponse({}, { algorithm, digest })).email).toBe("ada@example.com");
});

test("Where the name is no email, an attribute has it, and one has the name to show", () => {
  const more = `<saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>Ada@Example.com</saml:AttributeValue></saml:Attribute><saml:Attribute Name="displayName"><saml:AttributeValue>Ada Lovelace</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`;
  const xml = signedResponse({ email: "u-17", more });
  expect(take(xml)).toMatchObject({ email: "ada@example.com", displayName: "Ada Lovelace" });
  expect(fault(signedResponse({ email: "u-17" }))).toMatch("no email address of the user");
});

const rules: Readonly<Record<string, readonly [changes: Partial<Told>, reason: string]>> = {
  "for another service": [{ audience: "https://other.example.com" }, "for another service"],
  "for another recipient": [{ recipient: "https://other.example.com/acs" }, "another URL"],
  "from another identity provider": [{ issuer: "https://evil.example.com" }, "another identity"],
  "that does not respond to a request": [{ inResponseTo: "" }, "does not respond to a request"],
  "from ten minutes ago": [{ now: new Date("2026-03-02T07:50:00Z") }, "has expired"],
  "from ten minutes ahead": [{ now: new Date("2026-03-02T08:10:00Z") }, "not valid yet"],
};

test.each(Object.entries(rules))("A response %s signs nobody in", (_name, [changes, reason]) => {
  expect(fault(signedResponse(changes))).toMatch(reason);
});

/** Texts of an assertion that its provider has signed nevertheless. */
const odd: Readonly<Record<string, readonly [replaced: RegExp, by: string, reason: string]>> = {
  "with a recipient elsewhere": [
    /Recipient="[^"]*"/,
    'Recipient="https://x.example"',
    "another recipient",
  ],
  "without a recipient": [/ Recipient="[^"]*"/, "", "another recipient"],
  "without an end": [/ NotOnOrAfter="[^"]*" R/, " R", "has expired"],
  "with a beginning of its confirmation": [
    / InResponseTo/,
    ' NotBefore="2026-03-02T07:00:00Z" InResponseTo',
    "has expired",
  ],
  "that its holder's key confirms": [/cm:bearer/, "cm:holder-of-key", "another recipient"],
  "without an audience": [
    /<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/,
    "",
    "another service",
  ],
  "for two audiences at once": [
    /<\/saml:AudienceRestriction>/,
    "</saml:AudienceRestriction><saml:AudienceRestriction><saml:Audience>x</saml:Audience></saml:AudienceRestriction>",
    "another service",
  ],
  "with a condition nobody knows": [
    /<saml:AudienceRestriction>/,
    "<saml:Moon/><saml:AudienceRestriction>",
    "unknown condition",
  ],
  "without conditions": [/<saml:Conditions.*<\/saml:Conditions>/, "", "no Conditions"],
  "that does not say that anybody signed in": [
    /<saml:AuthnStatement.*<\/saml:AuthnStatement>/,
    "",
    "contains no sign-in",
  ],
  "whose session has ended": [
    /SessionIndex="s1"/,
    'SessionNotOnOrAfter="2026-03-02T07:00:00Z"',
    "session has ended",
  ],
  "with a time that is none": [
    /SessionIndex="s1"/,
    'SessionNotOnOrAfter="tomorrow"',
    "not a valid time",
  ],
  "of two names": [
    /<saml:NameID/,
    "<saml:NameID>admin@example.com</saml:NameID><saml:NameID",
    "several NameID",
  ],
  "of SAML 1.1": [/Version="2.0"/, 'Version="1.1"', "SAML 2.0"],
};

test.each(Object.entries(odd))(
  "An assertion %s signs nobody in",
  (_name, [replaced, by, reason]) => {
    const text = assertion();
    expect(text).toMatch(replaced);
    expect(fault(signed(response(text.replace(replaced, by))))).toMatch(reason);
  },
);

test("What the provider refuses is told in its own words, and no more than words", () => {
  const refused = good.replace(
    "status:Success",
    'status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"/></samlp:StatusCode><samlp:StatusCode Value="',
  );
  expect(fault(refused)).not.toMatch("signed in");
  const plain = good.replace("status:Success", "status:AuthnFailed");
  expect(fault(plain)).toBe("the identity provider returned AuthnFailed");
});

test("The clocks may differ by a minute, and not by more", () => {
  const at = (time: string) => fault(good, { now: new Date(time) });
  expect(at("2026-03-02T08:05:59Z")).toMatch("signed in");
  expect(at("2026-03-02T08:06:00Z")).toMatch("has expired");
  expect(at("2026-03-02T07:58:00Z")).toMatch("signed in");
  expect(at("2026-03-02T07:57:59Z")).toMatch("not valid yet");
});

test("A certificate that has ended, and one with a key for something else, sign nobody in", () => {
  expect(fault(good, { now: new Date("2226-03-02T08:00:00Z") })).toMatch("has expired");
  const { certificate } = ellipticIdentity;
  expect(fault(good, { certificate })).toMatch("rsa-sha256, which is not supported");
});

test("Signatures with an elliptic key are taken, if they are of the certificate's kind and its own", () => {
  const { certificate, key } = ellipticIdentity;
  const by = (digest: string) => signedResponse({}, { key, algorithm: ellipticAlgorithm(digest) });
  for (const digest of ["sha256", "sha384", "sha512"]) {
    expect(fault(by(digest), { certificate })).toBe("signed in ada@example.com");
  }
  const signedBy = by("sha256");
  expect(fault(by("sha1"), { certificate })).toMatch("ecdsa-sha1, which is not supported");
  expect(fault(signedBy)).toMatch("ecdsa-sha256, which is not supported");
  const forged = signedBy.replace("ada@example.com", "admin@example.com");
  expect(fault(forged, { certificate })).toMatch("or the content");
  const zeros = Buffer.alloc(64).toString("base64");
  const value = /(<ds:SignatureValue>)[^<]*/;
  expect(fault(signedBy.replace(value, `$1${zeros}`), { certificate })).toMatch(
    "does not match the certificate",
  );
});
