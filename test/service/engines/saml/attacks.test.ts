/** The published attacks on SAML parsers: none of them signs in a user. */
import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { readSignIn } from "../../../../src/service/engines/saml/sign-in.ts";
import { slowTests } from "../../../support/generators/amount.ts";
import {
  assertion,
  identity,
  response,
  signed,
  signedResponse,
} from "../../../support/sign-in/saml.ts";
import { fault, parties } from "./reading.ts";

const good = signedResponse();
const part = (pattern: RegExp) => pattern.exec(good)?.[0] ?? "";
const signature = part(/<ds:Signature .*<\/ds:Signature>/s);
const original = part(/<saml:Assertion .*<\/saml:Assertion>/s);
const unsigned = original.replace(signature, "");
/** The user whom an attacker wants to impersonate. */
const evil = assertion({ id: "_evil", email: "admin@example.com" });

/**
 * Signature wrapping as numbered by Somorovsky et al.: the signed part is moved, the parsed part is
 * forged.
 */
const wrapped: Readonly<Record<string, string>> = {
  "XSW1, the response copied into its own signature": signed(good, "Response").replace(
    "</samlp:Response>",
    `<ds:Object xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${response(evil)}</ds:Object></samlp:Response>`,
  ),
  "XSW2, a forged response beside a detached signature": response(
    `${signature}${response(unsigned)}${evil}`,
  ),
  "XSW3, a forged assertion before the signed one": good.replace(original, evil + original),
  "XSW4, a forged assertion around the signed one": response(
    evil.replace("</saml:Assertion>", `${original}</saml:Assertion>`),
  ),
  "XSW5, a forged assertion with the signature, the signed one behind it": response(
    evil.replace("</saml:Issuer>", `</saml:Issuer>${signature}`) + unsigned,
  ),
  "XSW6, the signed assertion inside the signature of the forged one": response(
    evil.replace(
      "</saml:Issuer>",
      `</saml:Issuer>${signature.replace("</ds:Signature>", `${unsigned}</ds:Signature>`)}`,
    ),
  ),
  "XSW7, a forged assertion in extensions": good.replace(
    "<samlp:Status>",
    `<samlp:Extensions>${evil}</samlp:Extensions><samlp:Status>`,
  ),
  "XSW8, the signed assertion as an object of the signature of the forged one": response(
    evil.replace(
      "</saml:Issuer>",
      `</saml:Issuer>${signature.replace("</ds:Signature>", `<ds:Object>${unsigned}</ds:Object></ds:Signature>`)}`,
    ),
  ),
  "the id of the signed assertion on a forged one, too": response(
    evil
      .replace("_evil", "_assertion")
      .replace(
        "</saml:Issuer>",
        `</saml:Issuer>${signature.replace("</ds:Signature>", `<ds:Object>${unsigned}</ds:Object></ds:Signature>`)}`,
      ),
  ),
  "a forged assertion of another namespace that hides the signed one": good.replace(
    original,
    `<x:Assertion xmlns:x="urn:x">${original}</x:Assertion>`,
  ),
  "a forged response around the good one": response(`<x>${good}</x>`),
};

test.each(Object.entries(wrapped))("signature wrapping signs in no user: %s", (_name, xml) => {
  expect(xml).not.toBe(good);
  expect(fault(xml)).not.toMatch("signed in");
});

const other = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
const otherKey = other.export({ type: "pkcs8", format: "pem" }).toString();
const signInfo = part(/<ds:SignedInfo>.*<\/ds:SignedInfo>/s);
const digest = /<ds:DigestValue>(.*)<\/ds:DigestValue>/.exec(good)?.[1] ?? "";
const forged = good.replace("ada@example.com", "admin@example.com");

const tampered: Readonly<Record<string, readonly [xml: string, reason: string]>> = {
  "an unsigned assertion": [response(unsigned), "neither its assertion nor the response is signed"],
  "an unsigned assertion that was changed in a signed response": [
    signed(response(unsigned), "Response").replace("ada@example.com", "admin@example.com"),
    "or the content",
  ],
  "a changed name": [forged, "or the content"],
  "a signature with another key": [
    signedResponse({}, { key: otherKey }),
    "does not match the certificate",
  ],
  "a signature with its own key in it": [
    signedResponse({}, { key: otherKey }).replace(
      "</ds:SignatureValue>",
      `</ds:SignatureValue><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${identity.certificate.replace(/-.*-|\s/g, "")}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`,
    ),
    "does not match the certificate",
  ],
  "an empty signature": [
    good.replace(/<ds:SignatureValue>.*<\/ds:SignatureValue>/s, "<ds:SignatureValue/>"),
    "does not match the certificate",
  ],
  // CVE-2025-29774: the verified and the signed element differ.
  "two signed infos": [
    forged.replace("</ds:SignedInfo>", `</ds:SignedInfo>${signInfo}`),
    "several SignedInfo",
  ],
  // CVE-2025-29775: a comment in the digest, which only one parser sees.
  "a comment in the digest": [forged.replace(digest, `<!--${digest}-->AAAA`), "comments"],
  "an element in the digest": [
    forged.replace(digest, `<x>AAAA</x>${digest}`),
    "elements in its digest",
  ],
  "two digests": [
    forged.replace("</ds:DigestValue>", `</ds:DigestValue><ds:DigestValue>AAAA</ds:DigestValue>`),
    "several DigestValue",
  ],
  "two references": [
    good.replace(
      part(/<ds:Reference .*<\/ds:Reference>/s),
      part(/<ds:Reference .*<\/ds:Reference>/s).repeat(2),
    ),
    "several Reference",
  ],
  // CVE-2018-0489 and similar ones in other libraries: a comment truncates the name.
  "a comment that cuts the name": [
    good.replace("ada@example.com", "admin@example.com<!---->.ada@example.com"),
    "comments",
  ],
  "CDATA in the name": [
    good.replace("ada@example.com", "<![CDATA[admin@example.com]]>"),
    "comments, CDATA",
  ],
  "an instruction in the name": [good.replace("ada@", "ada<?x y?>@"), "processing instructions"],
  "a signature of SHA-1": [
    signedResponse({}, { algorithm: "http://www.w3.org/2000/09/xmldsig#rsa-sha1" }),
    "rsa-sha1, which is not supported",
  ],
  "a digest of SHA-1": [
    signedResponse({}, { digest: "http://www.w3.org/2000/09/xmldsig#sha1" }),
    "sha1, which is not supported",
  ],
  "the certificate as a shared key": [
    good.replace("xmldsig-more#rsa-sha256", "xmldsig-more#hmac-sha256"),
    "hmac-sha256, which is not supported",
  ],
  "a canonical form with comments": [
    signedResponse({}, { canonicalization: "http://www.w3.org/2001/10/xml-exc-c14n#WithComments" }),
    "WithComments, which is not supported",
  ],
  "a transform that hides a part": [
    good.replace(
      "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
      "http://www.w3.org/TR/1999/REC-xpath-19991116",
    ),
    "which is not supported",
  ],
  "a signature of the whole document": [
    good.replace('URI="#_assertion"', 'URI=""'),
    "does not cover the assertion",
  ],
  "a signature of another id": [
    good.replace('URI="#_assertion"', 'URI="#_response"'),
    "does not cover the assertion",
  ],
  "an id that is an expression": [
    signedResponse({ id: "_a' or '1'='1" }),
    "does not cover the assertion",
  ],
  "an encrypted assertion": [
    response('<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>'),
    "is encrypted",
  ],
  "no assertion": [response(""), "0 assertions"],
  "two assertions": [good.replace(original, original + original), "2 assertions"],
};

test.each(Object.entries(tampered))("no user is signed in with %s", (_name, [xml, reason]) => {
  expect(xml).not.toBe(good);
  expect(fault(xml)).toMatch(reason);
});

const bomb = `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, at) => `<!ENTITY b${at} "${`&${at === 0 ? "a" : `b${at - 1}`};`.repeat(10)}">`).join("")}]>`;

const hostile: Readonly<Record<string, readonly [xml: string, reason: string]>> = {
  "an entity of a file (XXE)": [
    `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${good.replace("ada@", "&x;@")}`,
    "a DTD or entities",
  ],
  "an entity of another machine": [
    `<!DOCTYPE r SYSTEM "http://127.0.0.1:1/x.dtd">${good}`,
    "a DTD or entities",
  ],
  "entities of entities (a bomb)": [bomb + good.replace("ada@", "&b8;@"), "a DTD or entities"],
  "ten thousand elements in each other": [
    response("<x>".repeat(10_000) + "</x>".repeat(10_000)),
    "nested too deeply",
  ],
  "a tag of ten thousand attributes": [
    good.replace(
      "<samlp:Status>",
      `<samlp:Status${Array.from({ length: 10_000 }, (_, at) => ` a${at}=""`).join("")}>`,
    ),
    "tag that is too long",
  ],
  "a megabyte": [good.replace("Password", "x".repeat(1_000_000)), "too large"],
  "half a message": [good.slice(0, 1500), "well-formed"],
  "two messages": [good + good, "well-formed"],
  "an attribute twice": [good.replace('ID="_response"', 'ID="_response" ID="_x"'), "well-formed"],
  "a request": [
    '<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"/>',
    "not a SAML 2.0 response",
  ],
};

slowTests.each(Object.entries(hostile))(
  "no user is signed in with %s, and it is refused",
  (_name, [xml, reason]) => {
    expect(fault(xml)).toMatch(reason);
  },
);

test("invalid base64 and invalid UTF-8 are refused", () => {
  const read = (message: string) => () => readSignIn(message, parties);
  expect(read("")).toThrow("not valid base64");
  expect(read("<samlp:Response/>")).toThrow("not valid base64");
  expect(read(Buffer.from([0xff, 0xfe, 0x00]).toString("base64"))).toThrow("not valid UTF-8");
});
