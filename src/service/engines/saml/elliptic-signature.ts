/** ECDSA signatures, which xml-crypto does not implement. */
import { createVerify, type KeyObject } from "node:crypto";
import type { SignatureAlgorithm } from "xml-crypto";

const prefix = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-";

/** By their XML identifiers. */
export const elliptic: Readonly<Record<string, new () => SignatureAlgorithm>> = Object.fromEntries(
  ["sha256", "sha384", "sha512"].map((digest) => [prefix + digest, getAlgorithm(digest)]),
);

function getAlgorithm(digest: string): new () => SignatureAlgorithm {
  return class implements SignatureAlgorithm {
    getAlgorithmName(): string {
      return prefix + digest;
    }

    getSignature(): string {
      throw new Error("Signing with an elliptic key is not supported.");
    }

    /** XML signatures concatenate the two numbers instead of using ASN.1. */
    verifySignature(material: string, key: KeyObject, value: string): boolean {
      return createVerify(digest)
        .update(material)
        .verify({ key, dsaEncoding: "ieee-p1363" }, value, "base64");
    }
  };
}
