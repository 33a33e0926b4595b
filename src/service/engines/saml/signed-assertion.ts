/**
 * The signed assertion of a SAML response. xml-crypto verifies the signature. Afterwards only the
 * signed text itself is parsed, never the surrounding message, so that added, moved or wrapped
 * elements have no effect.
 */
import type { KeyObject } from "node:crypto";
import { type SignatureAlgorithm, SignedXml } from "xml-crypto";
import { parseCertificates } from "../../../files/certificates.ts";
import { elliptic } from "./elliptic-signature.ts";
import {
  listChildren,
  onlyChild,
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
  /** Unsigned: only used for comparison with the signed part. */
  readonly response: XmlElement;
  /** The signed element. */
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
  const assertion = onlyAssertion(root);
  const signature = onlyChild(assertion, namespaces.signature, "Signature");
  const signers = resolveSigners(certificate, now);
  const algorithms = signers.flatMap((signer) => signer.algorithms);
  refuseOtherForms(signature, assertion.attributes.get("ID") ?? "", algorithms);
  const node = signatureNode(dom);
  return { response: root, assertion: verified(source, node, signers) };
}

/** Reports the status of an error response. */
function refuseFailure(response: XmlElement): void {
  const status = onlyChild(response, namespaces.protocol, "Status");
  const { attributes, elements } = onlyChild(status, namespaces.protocol, "StatusCode");
  const codes = [attributes, ...elements.map((one) => one.attributes)].map(
    (one) => /:(\w{1,40})$/.exec(one.get("Value") ?? "")?.[1] ?? "unknown",
  );
  if (codes[0] !== "Success") {
    throw new SamlFault(`the identity provider returned ${codes.join(", ")}`);
  }
}

function onlyAssertion(response: XmlElement): XmlElement {
  if (listChildren(response, namespaces.assertion, "EncryptedAssertion").length > 0) {
    throw new SamlFault("its assertion is encrypted, which is not supported");
  }
  const all = below(response).filter(({ name }) => name === "Assertion");
  if (all.length !== 1) throw new SamlFault(`it has ${all.length} assertions instead of one`);
  return onlyChild(response, namespaces.assertion, "Assertion");
}

function below(element: XmlElement): readonly XmlElement[] {
  return element.elements.flatMap((one) => [one, ...below(one)]);
}

/** Allows only the signature form that SAML prescribes: a signature of its parent element as a whole. */
function refuseOtherForms(signature: XmlElement, id: string, algorithms: readonly string[]): void {
  const of = (parent: XmlElement, name: string) => onlyChild(parent, namespaces.signature, name);
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
  if (other) throw new SamlFault(`its signature uses ${named(other[0])}, which is not supported`);
  if (of(reference, "DigestValue").elements.length > 0) {
    throw new SamlFault("its signature has elements in its digest");
  }
}

function named(algorithm: string): string {
  return algorithm.replace(/[^\w.:/#+ -]/g, "").slice(0, 200) || "no algorithm";
}

/** The signature as a DOM node, which the library needs. */
function signatureNode(dom: Document): Node {
  const assertion = dom.getElementsByTagNameNS(namespaces.assertion, "Assertion").item(0);
  const all = Array.from(dom.getElementsByTagNameNS(namespaces.signature, "Signature"));
  const signatures = all.filter(({ parentNode }) => parentNode === assertion);
  const [only, ...others] = signatures;
  if (only && others.length === 0) return only;
  throw new SamlFault("its assertion has several signatures");
}

/** @returns the signed content in its canonical form */
function verified(source: string, node: Node, signers: readonly Signer[]): XmlElement {
  const signed = createVerifier(signers);
  if (!isValid(signed, node, source)) {
    throw new SamlFault("its signature does not match the certificate or the content");
  }
  const [text, ...others] = signed.getSignedReferences();
  if (text === undefined || others.length > 0) throw new SamlFault("its signature covers nothing");
  const { root } = readXml(text);
  if (root.name !== "Assertion" || root.namespace !== namespaces.assertion) {
    throw new SamlFault("its signature does not cover the assertion");
  }
  return root;
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
    const algorithms = signing[key.asymmetricKeyType ?? ""];
    return algorithms ? [{ key, algorithms }] : [];
  });
  if (signers.length > 0) return signers;
  throw new SamlFault(
    "the certificate of the identity provider has neither an RSA nor an elliptic key",
  );
}
