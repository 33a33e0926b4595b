/**
 * Responses of identity providers and of SAML libraries, in each form of signature: each is accepted, or
 * refused with a reason that helps an admin. Another service provider reads the same messages.
 */
import { SAML as OtherService, ValidateInResponseTo } from "@node-saml/node-saml";
import { describe, expect, test } from "vitest";
import { sample, slowTests } from "../../../support/generators/amount.ts";
import { identity, secondIdentity, type Told, told } from "../../../support/sign-in/saml.ts";
import {
  type Placement,
  type ProviderForm,
  providerForms,
  type WriteOptions,
  writeResponse,
} from "../../../support/sign-in/saml-providers.ts";
import { fault, type parties, take } from "./reading.ts";

const placements: readonly Placement[] = ["assertion", "response", "both", "none"];
const forms = Object.entries(providerForms);
const accepted = `signed in ${told.email}`;

function getForm(name: string): ProviderForm {
  const form = providerForms[name];
  if (!form) throw new Error(`There is no form of ${name}`);
  return form;
}

/** @returns the name id; node-saml uses the clock of this machine */
async function readElsewhere(xml: string): Promise<string> {
  const other = new OtherService({
    idpCert: identity.certificate,
    issuer: told.audience,
    audience: told.audience,
    callbackUrl: told.recipient,
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    validateInResponseTo: ValidateInResponseTo.never,
  });
  const SAMLResponse = Buffer.from(xml).toString("base64");
  try {
    const { profile } = await other.validatePostResponseAsync({ SAMLResponse });
    return profile === null ? "no user" : "signed in";
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
}

describe("the form of each identity provider", () => {
  test.each(forms)("%s, with its own signature", (_name, form) => {
    const xml = writeResponse(form);
    expect(fault(xml)).toBe(accepted);
    expect(take(xml).displayName).toBe("Ada Lovelace");
  });

  const signed = placements.flatMap((placement) =>
    forms.map(([name, form]) => ({ name, form, placement })),
  );
  test.each(sample(signed, 7))("$name, signed: $placement", ({ form, placement }) => {
    const found = fault(writeResponse(form, { placement }));
    expect(found).toBe(
      placement === "none" ? "neither its assertion nor the response is signed" : accepted,
    );
  });

  // node-saml does not accept a subject without a name id.
  const named = signed.filter(({ name }) => name !== "AD FS");
  test.each(sample(named, 8))(
    "another service provider accepts the same messages: $name, signed: $placement",
    async ({ form, placement }) => {
      const xml = writeResponse(form, { placement, facts: { now: new Date() } });
      const found = await readElsewhere(xml);
      if (placement === "none") expect(found).not.toBe("signed in");
      else expect(found).toBe("signed in");
    },
  );

  slowTests.each(forms)("%s: declarations and white space around the message", (_name, form) => {
    const xml = writeResponse({ ...form, declaration: "" });
    const starts = ["", '<?xml version="1.0"?>', '\uFEFF<?xml version="1.0"?>\r\n\r\n', "\n"];
    const all = starts.flatMap((start) => ["", "\n", " \r\n"].map((end) => `${start}${xml}${end}`));
    for (const message of sample(all, 4))
      expect([message, fault(message)]).toEqual([message, accepted]);
  });
});

interface Refusal {
  readonly facts?: Partial<Told>;
  readonly change?: (xml: string) => string;
  /** After the message was signed. */
  readonly tamper?: (xml: string) => string;
  readonly options?: WriteOptions;
  readonly parties?: Partial<typeof parties>;
  readonly reason: RegExp;
}

const fingerprint = /\(fingerprint [0-9a-f]{64}\)$/;

const refusals: Readonly<Record<string, Refusal>> = {
  "another audience": {
    facts: { audience: "https://other.example.com" },
    reason:
      /for another service \("https:\/\/other\.example\.com" instead of "http:\/\/127.*metadata"\)/,
  },
  "another destination": {
    change: (xml) => xml.replace(/Destination="[^"]*"/, 'Destination="http://localhost:4000/acs"'),
    reason: /for another URL \("http:\/\/localhost:4000\/acs" instead of "http:\/\/127/,
  },
  "another recipient": {
    change: (xml) => xml.replace(/Recipient="[^"]*"/, 'Recipient="http://localhost:4000/acs"'),
    reason: /for another recipient \("http:\/\/localhost:4000\/acs" instead of "http:\/\/127/,
  },
  "another issuer": {
    facts: { issuer: "https://other.example.com" },
    reason:
      /another identity provider \("https:\/\/other\.example\.com" instead of "https:\/\/login/,
  },
  "no request": {
    change: (xml) => xml.replaceAll(/ InResponseTo="[^"]*"/g, ""),
    reason: /does not respond to a request.*start URL of the provider/,
  },
  "different requests": {
    change: (xml) => xml.replace(/ InResponseTo="[^"]*"/, ' InResponseTo="_other"'),
    reason: /responds to a different request/,
  },
  "a clock two minutes behind": {
    parties: { now: new Date(told.now.getTime() - 130_000) },
    reason: /not valid yet: it starts at 2026-03-02T07:59:00\.000Z, .* 2026-03-02T07:57:50\.000Z/,
  },
  "a clock seven minutes ahead": {
    parties: { now: new Date(told.now.getTime() + 420_000) },
    reason: /has expired: it ended at 2026-03-02T08:05:00\.000Z, .* 2026-03-02T08:07:00\.000Z/,
  },
  "a time with an offset": {
    change: (xml) => xml.replace(/NotBefore="[^"]*"/, 'NotBefore="2026-03-02T08:59:00+01:00"'),
    reason: /NotBefore is not a valid time in UTC \("2026-03-02T08:59:00\+01:00"\)/,
  },
  "a certificate that the provider does not have": {
    options: { key: secondIdentity.key, certificate: secondIdentity.certificate },
    reason: fingerprint,
  },
  "a key that differs from its certificate": {
    options: { key: secondIdentity.key },
    reason: /signature does not match the certificate or the content/,
  },
  "a changed name": {
    tamper: (xml) => xml.replaceAll("ada@example.com", "eve@example.com"),
    reason: /does not match the certificate or the content/,
  },
  "a failure with its message": {
    change: (xml) =>
      xml.replace(
        /<([\w:]*)StatusCode Value="[^"]*"\/>/,
        '<$1StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"/><$1StatusMessage>AADSTS50105: The user is\n not assigned.</$1StatusMessage>',
      ),
    reason: /returned Responder: "AADSTS50105: The user is not assigned\."$/,
  },
  "an encrypted assertion": {
    change: (xml) => xml.replaceAll(/(<\/?(?:\w+:)?)Assertion(?=[ >])/g, "$1EncryptedAssertion"),
    options: { placement: "response" },
    reason: /assertion is encrypted, which is not supported/,
  },
  "a comment": {
    change: (xml) => xml.replace("example.com<", "example.com<!-- -->.evil.example<"),
    reason: /comments/,
  },
};

describe("each identity provider is refused with a reason", () => {
  const rows = Object.entries(refusals).flatMap(([name, refusal]) =>
    forms.map(([provider, form]) => ({ name, provider, form, refusal })),
  );
  test.each(sample(rows, 20))("$name: $provider", ({ form, refusal }) => {
    const { facts, change, tamper = (xml: string) => xml, options } = refusal;
    const xml = writeResponse(form, {
      ...options,
      ...(facts && { facts }),
      ...(change && { change }),
    });
    expect(fault(tamper(xml), refusal.parties)).toMatch(refusal.reason);
  });

  test("no user is signed in by a name id or an attribute that is not an email address", () => {
    const xml = writeResponse(getForm("Keycloak"), {
      facts: { email: "ada" },
    });
    expect(fault(xml)).toBe(
      `it contains no email address of the user: the name id is "G-9a3f1c" in the format "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent", and the attributes are "email, givenname, sn, role"`,
    );
    expect(fault(writeResponse(getForm("AD FS"), { facts: { email: "ada" } }))).toMatch(
      /the name id is missing, and the attributes are "upn, emailaddress, commonname, group"/,
    );
    const encryptedId = writeResponse(getForm("Okta"), {
      change: (text) => text.replaceAll("saml2:NameID", "saml2:EncryptedID"),
    });
    expect(fault(encryptedId)).toBe("its name id is encrypted, which is not supported");
  });
});

describe("the rollover of a certificate", () => {
  const byOld = {};
  const byNew = { key: secondIdentity.key, certificate: secondIdentity.certificate };
  const rows = forms.flatMap(([name, form]) =>
    (["assertion", "response", "both"] as const).flatMap((placement) => [
      { name, form, placement, which: "old", key: byOld },
      { name, form, placement, which: "new", key: byNew },
    ]),
  );
  test.each(sample(rows, 10))(
    "$name: with both certificates, a response of the $which key is accepted, signed: $placement",
    ({ form, placement, key }) => {
      const certificate = identity.certificate + secondIdentity.certificate;
      expect(fault(writeResponse(form, { placement, ...key }), { certificate })).toBe(accepted);
    },
  );

  slowTests.each(forms)(
    "%s: with the new certificate only, the old key is refused",
    (_name, form) => {
      const { certificate } = secondIdentity;
      expect(fault(writeResponse(form, byOld), { certificate })).toMatch(fingerprint);
      expect(fault(writeResponse(form, byNew), { certificate })).toBe(accepted);
    },
  );
});

/** Signature wrapping of a signed response: the response or the assertion that is read is a forged one. */
describe("signature wrapping", () => {
  const cut = (xml: string, pattern: RegExp) => {
    const [found] = pattern.exec(xml) ?? [];
    if (found === undefined) throw new Error(`${pattern} is not in the message`);
    return found;
  };
  /** The forms that have one signature, and their elements by name. */
  function wrap(form: ProviderForm, placement: "assertion" | "response") {
    const good = writeResponse({ ...form, declaration: "" }, { placement });
    const [, a = ""] = /<(\w*:?)Assertion /.exec(good) ?? [];
    const [, p = ""] = /^<(\w*:?)Response /.exec(good) ?? [];
    const [, d = ""] = /<(\w*:?)Signature /.exec(good) ?? [];
    const signature = cut(good, new RegExp(`<${d}Signature .*</${d}Signature>`, "s"));
    const assertion = cut(good, new RegExp(`<${a}Assertion .*</${a}Assertion>`, "s"));
    const unsigned = assertion.replace(signature, "");
    const evil = unsigned
      .replaceAll(/(ada|G-9a3f1c|2Zb3r5xQ)(?=@example|<)/g, "admin")
      .replace(`ID="${told.id}"`, 'ID="_evil"');
    const object = (inside: string) => `<${d}Object>${inside}</${d}Object>`;
    const inSignature = (inside: string) =>
      signature.replace(`</${d}Signature>`, `${object(inside)}</${d}Signature>`);
    const put = (inside: string, xml = evil) =>
      xml.replace(`</${a}Issuer>`, `</${a}Issuer>${inside}`);
    const bare = good.replace(signature, "");
    const evilResponse = bare
      .replace(assertion.replace(signature, ""), evil)
      .replace('ID="_response"', 'ID="_x"');
    const asResponse = (xml: string, inside: string) =>
      xml.replace(`</${a}Issuer>`, `</${a}Issuer>${inside}`);
    return placement === "response"
      ? {
          "1: the signed response in the signature of the forged one": asResponse(
            evilResponse,
            inSignature(bare),
          ),
          "2: the signed response beside the signature in the forged one": asResponse(
            evilResponse,
            bare + signature,
          ),
          "with the id of the signed response": asResponse(
            evilResponse.replace('ID="_x"', 'ID="_response"'),
            inSignature(bare),
          ),
          "a second assertion": good.replace(assertion, evil + assertion),
          "extensions with a forged assertion": good.replace(
            `<${p}Status>`,
            `<${p}Extensions>${evil}</${p}Extensions><${p}Status>`,
          ),
          "the signed response below a forged one": evilResponse.replace(
            `</${p}Response>`,
            `${good}</${p}Response>`,
          ),
        }
      : {
          "3: a forged assertion before the signed one": good.replace(assertion, evil + assertion),
          "4: a forged assertion around the signed one": good.replace(
            assertion,
            evil.replace(`</${a}Assertion>`, `${assertion}</${a}Assertion>`),
          ),
          "5: a forged assertion with the signature, the signed one behind it": good.replace(
            assertion,
            put(signature) + unsigned,
          ),
          "6: the signed assertion in the signature of the forged one": good.replace(
            assertion,
            put(signature.replace(`</${d}Signature>`, `${unsigned}</${d}Signature>`)),
          ),
          "7: a forged assertion in extensions": good.replace(
            `<${p}Status>`,
            `<${p}Extensions>${evil}</${p}Extensions><${p}Status>`,
          ),
          "8: the signed assertion as an object of the signature of the forged one": good.replace(
            assertion,
            put(inSignature(unsigned)),
          ),
          "with the id of the signed assertion": good.replace(
            assertion,
            put(inSignature(unsigned), evil.replace("_evil", told.id)),
          ),
          "the signature of the assertion as that of the response": asResponse(
            good.replace(assertion, evil),
            signature,
          ),
        };
  }

  slowTests.each(forms)("%s: signs in no other user", (_name, form) => {
    for (const placement of ["assertion", "response"] as const) {
      for (const [attack, xml] of sample(Object.entries(wrap(form, placement)), 3)) {
        const found = fault(xml);
        expect(`${placement} ${attack}: ${found}`).not.toMatch(/: signed in/);
      }
    }
  });
});
