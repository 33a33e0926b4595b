/** Responses of other SAML implementations. */
import boxyhqModule from "@boxyhq/saml20";
import { IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from "samlify";
import { describe, expect, test } from "vitest";
import { readSignIn } from "../../../../src/service/engines/saml/sign-in.ts";
import { SamlFault } from "../../../../src/service/engines/saml/xml.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { hasPysaml2, type Pysaml2Case, runPysaml2 } from "../../../support/sign-in/pysaml2.ts";
import { identity, told } from "../../../support/sign-in/saml.ts";
import type { Placement } from "../../../support/sign-in/saml-providers.ts";

// The loader of the tests resolves the default export of a CommonJS module, and Node does not.
const boxyhq = "default" in boxyhqModule ? boxyhqModule.default : boxyhqModule;

/** The certificate without the lines of PEM, as metadata contains it. */
const bareCertificate = identity.certificate.replace(/-----[A-Z ]+-----|\s/g, "");

const key = (use: string) =>
  `<md:KeyDescriptor use="${use}"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${bareCertificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;

/** Metadata of the service provider. */
function writeMetadata({ signed, encrypted }: Readonly<Record<"signed" | "encrypted", boolean>>) {
  return `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${told.audience}"><md:SPSSODescriptor WantAssertionsSigned="${signed}" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${encrypted ? key("encryption") : ""}<md:AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${told.recipient}"/></md:SPSSODescriptor></md:EntityDescriptor>`;
}

/** Results with the clock of this machine, which the libraries use. */
function read(message: string) {
  try {
    return readSignIn(message, {
      issuer: told.issuer,
      certificate: identity.certificate,
      audience: told.audience,
      recipient: told.recipient,
      now: new Date(),
    });
  } catch (error) {
    if (error instanceof SamlFault) return error.message;
    throw error;
  }
}

const signedIn = { email: told.email, inResponseTo: told.inResponseTo };
const unsigned = "neither its assertion nor the response is signed";
const encrypted = "its assertion is encrypted, which is not supported";
const placements: readonly Placement[] = ["assertion", "response", "both", "none"];

describe.skipIf(!hasPysaml2)("pysaml2 (python3-pysaml2 and xmlsec1)", () => {
  slowTest(
    "responses in each form are accepted, and refused if they are unsigned or encrypted",
    () => {
      const nameIds = [
        { format: "email", nameId: told.email },
        { format: "persistent", nameId: "u-17@login.example.com" },
      ] as const;
      const cases: readonly Pysaml2Case[] = [
        ...placements.flatMap((placement) => nameIds.map((one) => ({ ...one, placement }))),
        { ...nameIds[0], placement: "both", encryptionCertificate: bareCertificate },
      ];
      const messages = runPysaml2(
        {
          ...{ issuer: told.issuer, audience: told.audience, recipient: told.recipient },
          ...{ inResponseTo: told.inResponseTo, email: told.email, ssoURL: `${told.issuer}/sso` },
          metadata: writeMetadata({ signed: true, encrypted: false }),
        },
        cases,
      );
      for (const [index, one] of cases.entries()) {
        const message = messages[index] ?? "";
        const xml = Buffer.from(message, "base64").toString();
        // XML 1.0, 2.8: white space may follow the declaration.
        if (one.placement !== "none") expect(xml).toMatch(/^<\?xml[^>]*\?>\n</);
        if (one.encryptionCertificate !== undefined) {
          expect(xml).toContain("EncryptedAssertion");
          expect(read(message)).toBe(encrypted);
        } else if (one.placement === "none") expect(read(message)).toBe(unsigned);
        else expect(read(message)).toMatchObject({ ...signedIn, displayName: "Ada Lovelace" });
      }
    },
  );
});

describe("@boxyhq/saml20", () => {
  test("a response that is signed twice, with typed attributes", async () => {
    const xml = await boxyhq.createSAMLResponse({
      issuer: told.issuer,
      audience: told.audience,
      acsUrl: told.recipient,
      requestId: told.inResponseTo,
      claims: {
        email: told.email,
        raw: { firstName: "Ada", lastName: "Lovelace", groups: ["Docs", "Everyone"] },
      },
      privateKey: identity.key,
      publicKey: identity.certificate,
    });
    const message = Buffer.from(xml).toString("base64");
    expect(read(message)).toMatchObject({ ...signedIn, displayName: "Ada Lovelace" });
  });
});

describe("samlify", () => {
  setSchemaValidator({ validate: async () => "valid" });

  async function run(placement: Placement, isEncrypted = false): Promise<string> {
    const isAssertionSigned = placement === "assertion" || placement === "both";
    const service = ServiceProvider({
      metadata: writeMetadata({ signed: isAssertionSigned, encrypted: isEncrypted }),
      wantMessageSigned: placement === "response" || placement === "both",
    });
    const provider = IdentityProvider({
      entityID: told.issuer,
      privateKey: identity.key,
      signingCert: identity.certificate,
      isAssertionEncrypted: isEncrypted,
      requestSignatureAlgorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
      singleSignOnService: [
        {
          Binding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect",
          Location: `${told.issuer}/sso`,
        },
      ],
      loginResponseTemplate: {
        context: SamlLib.defaultLoginResponseTemplate.context.replace(
          "{AuthnStatement}",
          `<saml:AuthnStatement AuthnInstant="{IssueInstant}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
        ),
        attributes: [],
      },
    });
    const now = Date.now();
    const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
    const { context } = await provider.createLoginResponse(
      service,
      { extract: { request: { id: told.inResponseTo } } },
      "post",
      { email: told.email },
      (template) => ({
        id: "_response",
        context: SamlLib.replaceTagsByValue(template, {
          ID: "_response",
          AssertionID: "_assertion",
          IssueInstant: at(0),
          Destination: told.recipient,
          InResponseTo: told.inResponseTo,
          Issuer: told.issuer,
          StatusCode: "urn:oasis:names:tc:SAML:2.0:status:Success",
          NameIDFormat: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
          NameID: told.email,
          SubjectConfirmationDataNotOnOrAfter: at(5),
          SubjectRecipient: told.recipient,
          ConditionsNotBefore: at(-1),
          ConditionsNotOnOrAfter: at(5),
          Audience: told.audience,
          AttributeStatement: "",
        }),
      }),
    );
    return context;
  }

  test.each(["assertion", "response", "both"] as const)("signed: %s", async (placement) => {
    expect(read(await run(placement))).toMatchObject(signedIn);
  });

  test("an encrypted assertion is refused", async () => {
    expect(read(await run("both", true))).toBe(encrypted);
  });
});
