/**
 * The signed assertion of a SAML response, which is signed itself or as a part of the response.
 * xml-crypto verifies the signature. Afterwards only the signed text itself is parsed, never the
 * surrounding message, so that added, moved or wrapped elements have no effect.
 */
import type { KeyObject } from "node:crypto";
import { type SignatureAlgorithm, SignedXml } from "xml-crypto";
import { parseCertificates, toFingerprint } from "../../../files/certificates.ts";
import { findOwn } from "../../../json/own-members.ts";
import { elliptic } from "./elliptic-signature.ts";
import {
  findOnlyChild,
  listChildren,
  quoteText,
  readXml,
  refuseUnsafeXml,
  SamlFault,
  trimXml,
  type XmlElement,
} from "./xml.ts";

export const namespaces = {
  protocol: "urn:oasis:names:tc:SAML:2.0:protocol",
  assertion: "urn:oasis:names:tc:SAML:2.0:assertion",
  signature: "http://www.w3.org/2000/09/xmldsig#",
} as const;

const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";
const enveloped = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
/**
 * Signature algorithms by key type. SHA-1 and shared keys are not allowed: with a shared key, a
 * certificate would be its own password.
 */
const signing: Readonly<Record<string, readonly string[]>> = {
  rsa: [
    "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  ],
  ec: Object.keys(elliptic),
};
const digests = [
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmlenc#sha512",
];

export interface SignedResponse {
  /** Unsigned if the assertion has its own signature: only used for comparison with it. */
  readonly response: XmlElement;
  /** From the signed text. */
  readonly assertion: XmlElement;
}

/**
 * @param message the XML of a response
 * @param certificate the PEM certificates of the identity provider, one of which must have signed; keys
 * in the message are ignored
 * @param now certificates that have expired by then are not used
 * @throws SamlFault unless there is exactly one assertion, signed with the certificate
 */
export function readSigned(message: string, certificate: string, now: Date): SignedResponse {
  const source = trimXml(message);
  refuseUnsafeXml(source);
  const { dom, root } = readXml(source);
  if (root.name !== "Response" || root.namespace !== namespaces.protocol) {
    throw new SamlFault("it is not a SAML 2.0 response");
  }
  refuseFailure(root);
  const signedPart = findSignedPart(root, getOnlyAssertion(root));
  const signature = findOnlyChild(signedPart, namespaces.signature, "Signature");
  const signers = resolveSigners(certificate, now);
  const algorithms = signers.flatMap((signer) => signer.algorithms);
  refuseOtherForms(signature, signedPart.attributes.get("ID") ?? "", algorithms);
  const signedText = readSignedText(source, { node: findSignatureNode(dom, signedPart), signers });
  if (!signedText) throw new SamlFault(describeMismatch(signature, certificate));
  if (signedText.name !== signedPart.name || signedText.namespace !== signedPart.namespace) {
    throw new SamlFault("its signature does not cover the assertion");
  }
  if (signedPart === root) return { response: signedText, assertion: getOnlyAssertion(signedText) };
  return { response: root, assertion: signedText };
}

/**
 * The assertion if it has a signature, which then covers everything that is used. Otherwise the
 * response, which some identity providers sign by default, such as Keycloak.
 */
function findSignedPart(response: XmlElement, assertion: XmlElement): XmlElement {
  const isSigned = (one: XmlElement) =>
    listChildren(one, namespaces.signature, "Signature").length > 0;
  if (isSigned(assertion)) return assertion;
  if (isSigned(response)) return response;
  throw new SamlFault("neither its assertion nor the response is signed");
}

/** Reports the status of an error response. */
function refuseFailure(response: XmlElement): void {
  const status = findOnlyChild(response, namespaces.protocol, "Status");
  const { attributes, elements } = findOnlyChild(status, namespaces.protocol, "StatusCode");
  const codes = [attributes, ...elements.map((one) => one.attributes)].map(
    (one) => /:(\w{1,40})$/.exec(one.get("Value") ?? "")?.[1] ?? "unknown",
  );
  if (codes[0] === "Success") return;
  const [message] = listChildren(status, namespaces.protocol, "StatusMessage");
  const text = message ? quoteText(message.text) : "";
  throw new SamlFault(
    `the identity provider returned ${codes.join(", ")}${text === "" ? "" : `: ${text}`}`,
  );
}

function getOnlyAssertion(response: XmlElement): XmlElement {
  if (listChildren(response, namespaces.assertion, "EncryptedAssertion").length > 0) {
    throw new SamlFault("its assertion is encrypted, which is not supported");
  }
  const all = listBelow(response).filter(({ name }) => name === "Assertion");
  if (all.length !== 1) throw new SamlFault(`it has ${all.length} assertions instead of one`);
  return findOnlyChild(response, namespaces.assertion, "Assertion");
}

function listBelow(element: XmlElement): readonly XmlElement[] {
  return element.elements.flatMap((one) => [one, ...listBelow(one)]);
}

/** Allows only the signature form that SAML prescribes: a signature of its parent element as a whole. */
function refuseOtherForms(signature: XmlElement, id: string, algorithms: readonly string[]): void {
  const of = (parent: XmlElement, name: string) =>
    findOnlyChild(parent, namespaces.signature, name);
  const signedInfo = of(signature, "SignedInfo");
  const reference = of(signedInfo, "Reference");
  if (!/^[A-Za-z_][\w.-]{0,255}$/.test(id) || reference.attributes.get("URI") !== `#${id}`) {
    throw new SamlFault("its signature does not cover the assertion");
  }
  const transforms = listChildren(of(reference, "Transforms"), namespaces.signature, "Transform");
  const algorithm = ({ attributes }: XmlElement) => attributes.get("Algorithm") ?? "";
  const used: readonly (readonly [string, readonly string[]])[] = [
    [algorithm(of(signedInfo, "CanonicalizationMethod")), [exclusive]],
    [algorithm(of(signedInfo, "SignatureMethod")), algorithms],
    [algorithm(of(reference, "DigestMethod")), digests],
    [transforms.map(algorithm).join(" "), [`${enveloped} ${exclusive}`]],
  ];
  const other = used.find(([name, allowed]) => !allowed.includes(name));
  if (other)
    throw new SamlFault(`its signature uses ${cleanAlgorithm(other[0])}, which is not supported`);
  if (of(reference, "DigestValue").elements.length > 0) {
    throw new SamlFault("its signature has elements in its digest");
  }
}

function cleanAlgorithm(algorithm: string): string {
  return algorithm.replace(/[^\w.:/#+ -]/g, "").slice(0, 200) || "no algorithm";
}

/** The signature of an element as a DOM node, which the library needs. */
function findSignatureNode(dom: Document, { name, namespace }: XmlElement): Node {
  const parent = dom.getElementsByTagNameNS(namespace, name).item(0);
  const all = Array.from(dom.getElementsByTagNameNS(namespaces.signature, "Signature"));
  const signatures = all.filter(({ parentNode }) => parentNode === parent);
  const [only, ...others] = signatures;
  if (only && others.length === 0) return only;
  throw new SamlFault(`its ${name} has several signatures`);
}

/**
 * @returns the signed content in its canonical form; undefined if no key verifies it
 * @throws SamlFault if the signature covers nothing
 */
function readSignedText(
  source: string,
  { node, signers }: { readonly node: Node; readonly signers: readonly Signer[] },
): XmlElement | undefined {
  const signed = createVerifier(signers);
  if (!isValid(signed, node, source)) return undefined;
  const [text, ...others] = signed.getSignedReferences();
  if (text === undefined || others.length > 0) throw new SamlFault("its signature covers nothing");
  return readXml(text).root;
}

/**
 * Identity providers add their certificate to a signature. It is not used, but tells an admin that the
 * signing key was replaced.
 */
function describeMismatch(signature: XmlElement, certificate: string): string {
  const embedded = listBelow(signature)
    .filter(
      ({ name, namespace }) => name === "X509Certificate" && namespace === namespaces.signature,
    )
    .flatMap(({ text }) => parseCertificates(text.trim()));
  const configured = new Set(parseCertificates(certificate).map(toFingerprint));
  const [other] = embedded.map(toFingerprint);
  return other === undefined || configured.has(other)
    ? "its signature does not match the certificate or the content"
    : `it is signed with a certificate that this provider does not have (fingerprint ${other})`;
}

/** The message is canonicalized once, however many keys the identity provider has. */
function createVerifier(signers: readonly Signer[]): SignedXml {
  const [first] = signers;
  const verifier = new SignedXml({
    ...(first && { publicCert: first.key }),
    getCertFromKeyInfo: () => null,
  });
  const available = { ...verifier.SignatureAlgorithms, ...elliptic };
  keepOnly(verifier.SignatureAlgorithms, []);
  for (const [name, algorithm] of Object.entries(available)) {
    const keys = signers.flatMap(({ key, algorithms }) => (algorithms.includes(name) ? key : []));
    if (keys.length > 0) verifier.SignatureAlgorithms[name] = acceptAnyKey(algorithm, keys);
  }
  keepOnly(verifier.HashAlgorithms, digests);
  keepOnly(verifier.CanonicalizationAlgorithms, [exclusive, enveloped]);
  return verifier;
}

/** An algorithm that verifies a signature with several keys, instead of the one of the library. */
function acceptAnyKey(
  algorithm: new () => SignatureAlgorithm,
  keys: readonly KeyObject[],
): new () => SignatureAlgorithm {
  return class implements SignatureAlgorithm {
    readonly #algorithm = new algorithm();

    getAlgorithmName(): string {
      return this.#algorithm.getAlgorithmName();
    }

    getSignature(): string {
      throw new Error("Responses are not signed here.");
    }

    verifySignature(material: string, _key: unknown, value: string): boolean {
      return keys.some((key) => {
        try {
          return this.#algorithm.verifySignature(material, key, value);
        } catch {
          // The signature does not have the form that this key requires.
          return false;
        }
      });
    }
  };
}

/** For some invalid signatures, the library throws instead of returning false. */
function isValid(signed: SignedXml, node: Node, source: string): boolean {
  try {
    signed.loadSignature(node);
    return signed.checkSignature(source);
  } catch {
    return false;
  }
}

function keepOnly(table: Record<string, unknown>, names: readonly string[]): void {
  for (const name of Object.keys(table)) if (!names.includes(name)) delete table[name];
}

/** A key of the identity provider, and the algorithms of accepted signatures. */
interface Signer {
  readonly key: KeyObject;
  readonly algorithms: readonly string[];
}

/** @throws SamlFault if no certificate can be used */
function resolveSigners(certificate: string, now: Date): readonly Signer[] {
  const valid = parseCertificates(certificate).filter(({ validTo }) => new Date(validTo) >= now);
  if (valid.length === 0) {
    throw new SamlFault("the certificate of the identity provider has expired");
  }
  const signers = valid.flatMap(({ publicKey: key }): Signer[] => {
    const algorithms = findOwn(signing, key.asymmetricKeyType ?? "");
    return algorithms ? [{ key, algorithms }] : [];
  });
  if (signers.length > 0) return signers;
  throw new SamlFault(
    "the certificate of the identity provider has neither an RSA nor an elliptic key",
  );
}
