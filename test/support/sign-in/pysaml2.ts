/** An identity provider based on pysaml2 (python3-pysaml2 and xmlsec1). */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { identity } from "./saml.ts";
import type { Placement } from "./saml-providers.ts";

const python = "/usr/bin/python3";
const xmlsec1 = spawnSync("sh", ["-c", "command -v xmlsec1"], { encoding: "utf8" }).stdout.trim();
const script = fileURLToPath(new URL("./pysaml2.py", import.meta.url));

export const hasPysaml2 = xmlsec1 !== "" && spawnSync(python, ["-c", "import saml2"]).status === 0;

export interface Pysaml2Options {
  readonly issuer: string;
  readonly ssoURL: string;
  /** Of the service provider. */
  readonly metadata: string;
  /** The parameter SAMLRequest; without it, the next three values are used. */
  readonly request?: string;
  readonly inResponseTo?: string;
  readonly recipient?: string;
  readonly audience?: string;
  readonly email: string;
}

export interface Pysaml2Case {
  readonly format: "email" | "persistent";
  readonly nameId: string;
  readonly placement: Placement;
  /** A certificate to encrypt the assertion for, in base64. */
  readonly encryptionCertificate?: string;
}

/** @returns a field SAMLResponse for each case */
export function runPysaml2(
  options: Pysaml2Options,
  cases: readonly Pysaml2Case[],
): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "tome-pysaml2-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [keyFile, certificateFile] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  writeFileSync(keyFile, identity.key);
  writeFileSync(certificateFile, identity.certificate);
  const { status, stdout, stderr } = spawnSync(python, [script], {
    input: JSON.stringify({ ...options, cases, keyFile, certificateFile, xmlsec1 }),
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  const messages: readonly string[] = JSON.parse(stdout);
  return messages;
}
