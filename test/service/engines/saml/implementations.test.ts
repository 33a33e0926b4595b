/** Responses of other SAML implementations. samlify is tested in test/service/areas/sign-in. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { readSignIn } from "../../../../src/service/engines/saml/sign-in.ts";
import { identity, told } from "../../../support/saml.ts";

const python = "/usr/bin/python3";
const xmlsec1 = spawnSync("sh", ["-c", "command -v xmlsec1"], { encoding: "utf8" }).stdout.trim();
const hasPysaml2 = xmlsec1 !== "" && spawnSync(python, ["-c", "import saml2"]).status === 0;
const script = fileURLToPath(new URL("./pysaml2.py", import.meta.url));

const metadata = `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${told.audience}"><md:SPSSODescriptor WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${told.recipient}"/></md:SPSSODescriptor></md:EntityDescriptor>`;

interface Pysaml2Options {
  readonly format: "email" | "persistent";
  readonly nameId: string;
  readonly signResponse: boolean;
}

/** @returns the field SAMLResponse */
function runPysaml2(options: Pysaml2Options): string {
  const folder = mkdtempSync(join(tmpdir(), "tome-pysaml2-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [keyFile, certificateFile] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  writeFileSync(keyFile, identity.key);
  writeFileSync(certificateFile, identity.certificate);
  const input = { ...told, ...options, keyFile, certificateFile, metadata, xmlsec1 };
  const { status, stdout, stderr } = spawnSync(python, [script], {
    input: JSON.stringify(input),
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

describe.skipIf(!hasPysaml2)("pysaml2 (python3-pysaml2 and xmlsec1)", () => {
  test.each<Pysaml2Options>([
    { format: "email", nameId: told.email, signResponse: false },
    { format: "email", nameId: told.email, signResponse: true },
    { format: "persistent", nameId: "u-17@login.example.com", signResponse: false },
  ])("signs a user in: %o", (options) => {
    const message = runPysaml2(options);
    expect(Buffer.from(message, "base64").toString()).toMatch(/^<\?xml[^>]*\?>\n</);
    const signIn = readSignIn(message, {
      issuer: told.issuer,
      certificate: identity.certificate,
      audience: told.audience,
      recipient: told.recipient,
      now: new Date(),
    });
    expect(signIn).toMatchObject({
      email: told.email,
      displayName: "Ada Lovelace",
      inResponseTo: told.inResponseTo,
    });
  });
});
