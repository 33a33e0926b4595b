/** Signatures with elliptic keys (ECDSA), which xml-crypto leaves to those who use it. */
import { createVerify, type KeyObject } from "node:crypto";
import type { SignatureAlgorithm } from "xml-crypto";

const prefix = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-";

/** By their names in XML. */
export const elliptic: Readonly<Record<string, new () => SignatureAlgorithm>> = Object.fromEntries(
  ["sha256", "sha384", "sha512"].map((digest) => [prefix + digest, getAlgorithm(digest)]),
);

function getAlgorithm(digest: string): new () => SignatureAlgorithm {
  return class implements SignatureAlgorithm {
    getAlgorithmName(): string {
      return prefix + digest;
    }

    getSignature(): string {
      throw new Error("This platform signs nothing with an elliptic key.");
    }

    /** XML has the two numbers of a signature one after the other, and not in ASN.1. */
    verifySignature(material: string, key: KeyObject, value: string): boolean {
      return createVerify(digest)
        .update(material)
        .verify({ key, dsaEncoding: "ieee-p1363" }, value, "base64");
    }
  };
}
