/**
 * The signed assertion of a SAML response. xml-crypto checks the signature; what is read afterwards is
 * the very text that was signed, parsed anew, and never the message around it: whatever else somebody
 * has put there, moved or wrapped says nothing.
 */
import { type KeyObject, X509Certificate } from "node:crypto";
import { SignedXml } from "xml-crypto";
import { elliptic } from "./elliptic-signature.ts";
import {
  listChildren,
  onlyChild,
  readXml,
  refuseUnsafeXml,
  SamlFault,
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
 * By the kind of the certificate's key. No SHA-1, and nothing with a shared key: with one, a certificate
 * would be its own password.
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
  /** What anybody could have written: only to be compared with what is signed. */
  readonly response: XmlElement;
  /** As it was signed. */
  readonly assertion: XmlElement;
}

/**
 * @param source the XML of a response
 * @param certificate the PEM of the identity provider; a key in the message is not looked at
 * @param now the certificate must not have ended by then
 * @throws SamlFault unless it has exactly one assertion, which the certificate's owner has signed
 */
export function readSigned(source: string, certificate: string, now: Date): SignedResponse {
  refuseUnsafeXml(source);
  const { dom, root } = readXml(source);
  if (root.name !== "Response" || root.namespace !== namespaces.protocol) {
    throw new SamlFault("it is no response of SAML 2.0");
  }
  refuseFailure(root);
  const assertion = onlyAssertion(root);
  const signature = onlyChild(assertion, namespaces.signature, "Signature");
  const { key, algorithms } = resolveSigner(certificate, now);
  refuseOtherForms(signature, assertion.attributes.get("ID") ?? "", algorithms);
  const node = signatureNode(dom);
  return { response: root, assertion: verified(source, node, key, algorithms) };
}

/** Says what the identity provider said, should it have refused. */
function refuseFailure(response: XmlElement): void {
  const status = onlyChild(response, namespaces.protocol, "Status");
  const { attributes, elements } = onlyChild(status, namespaces.protocol, "StatusCode");
  const codes = [attributes, ...elements.map((one) => one.attributes)].map(
    (one) => /:(\w{1,40})$/.exec(one.get("Value") ?? "")?.[1] ?? "unknown",
  );
  if (codes[0] !== "Success") {
    throw new SamlFault(`the identity provider refused: ${codes.join(", ")}`);
  }
}

function onlyAssertion(response: XmlElement): XmlElement {
  if (listChildren(response, namespaces.assertion, "EncryptedAssertion").length > 0) {
    throw new SamlFault("its assertion is encrypted, for which this platform gives no key");
  }
  const all = below(response).filter(({ name }) => name === "Assertion");
  if (all.length !== 1) throw new SamlFault(`it has ${all.length} assertions, not one`);
  return onlyChild(response, namespaces.assertion, "Assertion");
}

function below(element: XmlElement): readonly XmlElement[] {
  return element.elements.flatMap((one) => [one, ...below(one)]);
}

/** The one form of a signature that SAML prescribes: of the element that it is in, and of all of it. */
function refuseOtherForms(signature: XmlElement, id: string, algorithms: readonly string[]): void {
  const of = (parent: XmlElement, name: string) => onlyChild(parent, namespaces.signature, name);
  const signedInfo = of(signature, "SignedInfo");
  const reference = of(signedInfo, "Reference");
  if (!/^[A-Za-z_][\w.-]{0,255}$/.test(id) || reference.attributes.get("URI") !== `#${id}`) {
    throw new SamlFault("its signature is of something else than the assertion");
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
  if (other) throw new SamlFault(`its signature uses ${named(other[0])}, which is not taken`);
  if (of(reference, "DigestValue").elements.length > 0) {
    throw new SamlFault("its signature has elements in its digest");
  }
}

function named(algorithm: string): string {
  return algorithm.replace(/[^\w.:/#+ -]/g, "").slice(0, 200) || "no algorithm";
}

/** The same signature for the library, which reads a DOM. */
function signatureNode(dom: Document): Node {
  const assertion = dom.getElementsByTagNameNS(namespaces.assertion, "Assertion").item(0);
  const all = Array.from(dom.getElementsByTagNameNS(namespaces.signature, "Signature"));
  const own = all.filter(({ parentNode }) => parentNode === assertion);
  const [only, ...others] = own;
  if (only && others.length === 0) return only;
  throw new SamlFault("its assertion has several signatures");
}

/** @returns what was signed, in its canonical form */
function verified(
  source: string,
  node: Node,
  publicCert: KeyObject,
  algorithms: readonly string[],
): XmlElement {
  const signed = new SignedXml({ publicCert, getCertFromKeyInfo: () => null });
  Object.assign(signed.SignatureAlgorithms, elliptic);
  keepOnly(signed.SignatureAlgorithms, algorithms);
  keepOnly(signed.HashAlgorithms, digests);
  keepOnly(signed.CanonicalizationAlgorithms, [exclusive, enveloped]);
  if (!isValid(signed, node, source)) {
    throw new SamlFault("its signature is not that of the certificate, or the text was changed");
  }
  const [text, ...others] = signed.getSignedReferences();
  if (text === undefined || others.length > 0) throw new SamlFault("its signature signs nothing");
  const { root } = readXml(text);
  if (root.name !== "Assertion" || root.namespace !== namespaces.assertion) {
    throw new SamlFault("its signature is of something else than the assertion");
  }
  return root;
}

/** The library throws for some signatures that are not valid, and returns false for others. */
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

/** Whose signature is taken, and by which algorithms. */
function resolveSigner(certificate: string, now: Date) {
  const { publicKey, validTo } = new X509Certificate(certificate);
  if (new Date(validTo) < now) throw new SamlFault("the certificate of the provider has ended");
  const algorithms = signing[publicKey.asymmetricKeyType ?? ""];
  if (algorithms) return { key: publicKey, algorithms };
  throw new SamlFault("the certificate of the provider has neither an RSA nor an elliptic key");
}
