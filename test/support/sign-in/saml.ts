/** SAML responses of a valid identity provider, with configurable signatures. */
import { createSign, type KeyLike } from "node:crypto";
import { readFileSync } from "node:fs";
import { SignedXml } from "xml-crypto";

const read = (name: string) =>
  readFileSync(new URL(`../network/certificate/${name}`, import.meta.url), "utf8");

/** The certificate and key of the identity provider. */
export const identity = { certificate: read("identity.pem"), key: read("identity-key.pem") };

/** Another certificate and key of the identity provider, for rollovers. */
export const secondIdentity = { certificate: read("second.pem"), key: read("second-key.pem") };

/** A certificate with an RSA key of 1024 bits. */
export const weakCertificate = read("weak.pem");

/** A certificate with an elliptic curve key. */
export const ellipticIdentity = { certificate: read("certificate.pem"), key: read("key.pem") };

export interface Told {
  readonly issuer: string;
  readonly audience: string;
  readonly recipient: string;
  readonly now: Date;
  readonly email: string;
  readonly inResponseTo: string;
  readonly id: string;
  /** Additional elements of the assertion, such as attributes. */
  readonly more: string;
  /** The end of the session at the identity provider; undefined for none. */
  readonly sessionEnd: Date | undefined;
}

export const told: Told = {
  issuer: "https://login.example.com/metadata",
  audience: "http://127.0.0.1:4000/v1/orgs/O1/saml/P1/metadata",
  recipient: "http://127.0.0.1:4000/v1/orgs/O1/saml/P1/acs",
  now: new Date("2026-03-02T08:00:00.000Z"),
  email: "ada@example.com",
  inResponseTo: "_request",
  id: "_assertion",
  more: "",
  sessionEnd: undefined,
};

const shift = (now: Date, minutes: number) =>
  new Date(now.getTime() + minutes * 60_000).toISOString();

/** @param changes differences from a valid message */
export function assertion(changes: Partial<Told> = {}): string {
  const { issuer, audience, recipient, now, email, inResponseTo, id, more, sessionEnd } = {
    ...told,
    ...changes,
  };
  const end = sessionEnd ? ` SessionNotOnOrAfter="${sessionEnd.toISOString()}"` : "";
  const [before, after] = [shift(now, -1), shift(now, 5)];
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${now.toISOString()}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${email}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${inResponseTo}" NotOnOrAfter="${after}" Recipient="${recipient}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${before}" NotOnOrAfter="${after}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${now.toISOString()}" SessionIndex="s1"${end}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${more}</saml:Assertion>`;
}

/** @param inside the assertions or other content */
export function response(inside: string, changes: Partial<Told> = {}): string {
  const { issuer, recipient, now, inResponseTo } = { ...told, ...changes };
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_response" Version="2.0" IssueInstant="${now.toISOString()}" Destination="${recipient}" InResponseTo="${inResponseTo}"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${inside}</samlp:Response>`;
}

export interface Signing {
  readonly key?: string;
  readonly algorithm?: string;
  readonly digest?: string;
  readonly canonicalization?: string;
  readonly transforms?: readonly string[];
  readonly uri?: string;
}

/** Signs an element of a message, selected by name. */
export function signed(xml: string, element = "Assertion", signing: Signing = {}): string {
  const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";
  const signature = new SignedXml({
    privateKey: signing.key ?? identity.key,
    signatureAlgorithm: signing.algorithm ?? "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    canonicalizationAlgorithm: signing.canonicalization ?? exclusive,
  });
  for (const digest of ["sha1", "sha256", "sha384", "sha512"]) {
    const algorithm = ellipticAlgorithm(digest);
    signature.SignatureAlgorithms[algorithm] = class {
      getAlgorithmName = () => algorithm;
      verifySignature = () => false;
      getSignature = (text: string, key: KeyLike) =>
        createSign(digest)
          .update(text)
          .sign({ key: String(key), dsaEncoding: "ieee-p1363" }, "base64");
    };
  }
  const xpath = `//*[local-name(.)='${element}']`;
  signature.addReference({
    xpath,
    digestAlgorithm: signing.digest ?? "http://www.w3.org/2001/04/xmlenc#sha256",
    transforms: [
      ...(signing.transforms ?? [
        "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
        exclusive,
      ]),
    ],
  });
  const location = { reference: `${xpath}/*[local-name(.)='Issuer']`, action: "after" } as const;
  signature.computeSignature(xml, { prefix: "ds", location });
  return signature.getSignedXml();
}

export function ellipticAlgorithm(digest: string): string {
  return `http://www.w3.org/2001/04/xmldsig-more#ecdsa-${digest}`;
}

export function encoded(xml: string): string {
  return Buffer.from(xml).toString("base64");
}

/** The message of a valid identity provider. */
export function signedResponse(changes: Partial<Told> = {}, signing: Signing = {}): string {
  return signed(response(assertion(changes), changes), "Assertion", signing);
}
