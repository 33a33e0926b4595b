/**
 * SAML responses: those of a valid identity provider sign in a user, by every rule of the standard.
 */
import { describe, expect, test } from "vitest";
import { sample, slowTest, slowTests } from "../../../support/generators/amount.ts";
import {
  assertion,
  ellipticAlgorithm,
  ellipticIdentity,
  identity,
  response,
  secondIdentity,
  signed,
  signedResponse,
  type Told,
} from "../../../support/sign-in/saml.ts";
import { fault, take } from "./reading.ts";

const good = signedResponse();

test("a valid response names the user, the request and the expiry", () => {
  expect(take(good)).toEqual({
    email: "ada@example.com",
    displayName: undefined,
    inResponseTo: "_request",
    assertion: "_assertion",
    validUntil: new Date("2026-03-02T08:06:00.000Z"),
    sessionEnd: undefined,
  });
});

test("a response signed as a whole as well, and one with SHA-512, are accepted", () => {
  expect(take(signed(good, "Response")).email).toBe("ada@example.com");
  const algorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512";
  const digest = "http://www.w3.org/2001/04/xmlenc#sha512";
  expect(take(signedResponse({}, { algorithm, digest })).email).toBe("ada@example.com");
});

test("if the name id is not an email, an attribute contains it, and another the display name", () => {
  const more = `<saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>Ada@Example.com</saml:AttributeValue></saml:Attribute><saml:Attribute Name="displayName"><saml:AttributeValue>Ada Lovelace</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`;
  const xml = signedResponse({ email: "u-17", more });
  expect(take(xml)).toMatchObject({ email: "ada@example.com", displayName: "Ada Lovelace" });
  expect(fault(signedResponse({ email: "u-17" }))).toMatch("no email address of the user");
});

const rules: Readonly<Record<string, readonly [changes: Partial<Told>, reason: string]>> = {
  "for another service": [{ audience: "https://other.example.com" }, "for another service"],
  "for another recipient": [{ recipient: "https://other.example.com/acs" }, "another URL"],
  "from another identity provider": [{ issuer: "https://evil.example.com" }, "another identity"],
  "that does not respond to a request": [{ inResponseTo: "" }, "does not respond to a request"],
  "from ten minutes ago": [{ now: new Date("2026-03-02T07:50:00Z") }, "has expired"],
  "from ten minutes ahead": [{ now: new Date("2026-03-02T08:10:00Z") }, "not valid yet"],
};

slowTests.each(Object.entries(rules))(
  "a response %s signs in no user",
  (_name, [changes, reason]) => {
    expect(fault(signedResponse(changes))).toMatch(reason);
  },
);

/** Texts of an invalid assertion that its provider has signed. */
const odd: Readonly<Record<string, readonly [replaced: RegExp, by: string, reason: string]>> = {
  "with a recipient elsewhere": [
    /Recipient="[^"]*"/,
    'Recipient="https://x.example"',
    "another recipient",
  ],
  "without a recipient": [/ Recipient="[^"]*"/, "", "another recipient"],
  "without an end": [/ NotOnOrAfter="[^"]*" R/, " R", "has no NotOnOrAfter"],
  "whose confirmation has ended": [
    / NotOnOrAfter="[^"]*" R/,
    ' NotOnOrAfter="2026-03-02T07:59:00.000Z" R',
    "it has expired: it ended at 2026-03-02T07:59:00.000Z, and the time of this platform is 2026-03-02T08:00:00.000Z",
  ],
  "whose conditions have ended": [
    / NotOnOrAfter="[^"]*"><saml:A/,
    ' NotOnOrAfter="2026-03-02T07:59:00.000Z"><saml:A',
    "it has expired: it ended at 2026-03-02T07:59:00.000Z",
  ],
  "whose conditions have not begun": [
    / NotBefore="[^"]*"/,
    ' NotBefore="2026-03-02T08:01:00.001Z"',
    "it is not valid yet: it starts at 2026-03-02T08:01:00.001Z",
  ],
  "whose session ends now": [
    /SessionIndex="s1"/,
    'SessionNotOnOrAfter="2026-03-02T08:00:00Z"',
    "its session has ended (2026-03-02T08:00:00.000Z)",
  ],
  "for another audience": [
    /<saml:Audience>[^<]*</,
    "<saml:Audience>https://x.example<",
    'it is for another service ("https://x.example" instead of "http://127.0.0.1:4000/v1/orgs/O1/saml/P1/metadata")',
  ],
  "with a beginning of its confirmation": [
    / InResponseTo/,
    ' NotBefore="2026-03-02T07:00:00Z" InResponseTo',
    "has NotBefore, which SAML does not allow",
  ],
  "that its holder's key confirms": [
    /cm:bearer/,
    "cm:holder-of-key",
    "no confirmation for a browser (bearer)",
  ],
  "without an audience": [
    /<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/,
    "",
    "another service",
  ],
  "for two audiences at once": [
    /<\/saml:AudienceRestriction>/,
    "</saml:AudienceRestriction><saml:AudienceRestriction><saml:Audience>x</saml:Audience></saml:AudienceRestriction>",
    "another service",
  ],
  "with a condition nobody knows": [
    /<saml:AudienceRestriction>/,
    "<saml:Moon/><saml:AudienceRestriction>",
    "unknown condition",
  ],
  "without conditions": [/<saml:Conditions.*<\/saml:Conditions>/, "", "no Conditions"],
  "that does not say that anybody signed in": [
    /<saml:AuthnStatement.*<\/saml:AuthnStatement>/,
    "",
    "contains no sign-in",
  ],
  "whose session has ended": [
    /SessionIndex="s1"/,
    'SessionNotOnOrAfter="2026-03-02T07:00:00Z"',
    "session has ended",
  ],
  "with a time that is none": [
    /SessionIndex="s1"/,
    'SessionNotOnOrAfter="tomorrow"',
    "not a valid time",
  ],
  "of two names": [
    /<saml:NameID/,
    "<saml:NameID>admin@example.com</saml:NameID><saml:NameID",
    "several NameID",
  ],
  "of SAML 1.1": [/Version="2.0"/, 'Version="1.1"', "SAML 2.0"],
};

test.each(sample(Object.entries(odd), 5))(
  "an assertion %s signs in no user",
  (_name, [replaced, by, reason]) => {
    const text = assertion();
    expect(text).toMatch(replaced);
    expect(fault(signed(response(text.replace(replaced, by))))).toMatch(reason);
  },
);

test("a response to another request than its assertion signs in no user", () => {
  const xml = signed(response(assertion(), { inResponseTo: "_other" }));
  expect(fault(xml)).toBe("it responds to a different request than its assertion");
});

test.each([
  ["with white space around its issuer", /<saml:Issuer>[^<]*/, "$& \n"],
  ["with white space around its audience", /<saml:Audience>[^<]*/, "$& "],
  ["for two services", /<saml:Audience>/, "<saml:Audience>https://x.example</saml:Audience>$&"],
  [
    "with two equal restrictions",
    /<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/,
    "$&$&",
  ],
  ["with conditions without times", / NotBefore="[^"]*" NotOnOrAfter="[^"]*">/, ">"],
  ["that may be used once", /<saml:AudienceRestriction>/, "<saml:OneTimeUse/>$&"],
  [
    "with a second confirmation that has ended",
    /<saml:SubjectConfirmation .*?<\/saml:SubjectConfirmation>/,
    (found: string) =>
      found.replace(/NotOnOrAfter="[^"]*"/, 'NotOnOrAfter="2026-03-02T07:00:00Z"') + found,
  ],
] as const)("an assertion %s signs in its user", (_name, replaced, by) => {
  const text = assertion();
  const changed = typeof by === "string" ? text.replace(replaced, by) : text.replace(replaced, by);
  expect(changed).not.toBe(text);
  expect(fault(signed(response(changed)))).toBe("signed in ada@example.com");
});

test("a response without a destination and a request signs in its user", () => {
  const xml = signed(
    response(assertion()).replace(/ Destination="[^"]*" InResponseTo="[^"]*"/, ""),
  );
  expect(take(xml)).toMatchObject({ email: "ada@example.com", inResponseTo: "_request" });
});

test("an error of the provider is reported in its own words, as plain text", () => {
  const refused = good.replace(
    "status:Success",
    'status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"/></samlp:StatusCode><samlp:StatusCode Value="',
  );
  expect(fault(refused)).not.toMatch("signed in");
  const plain = good.replace("status:Success", "status:AuthnFailed");
  expect(fault(plain)).toBe("the identity provider returned AuthnFailed");
});

test("the clocks can differ by a minute, and not by more", () => {
  const at = (time: string) => fault(good, { now: new Date(time) });
  expect(at("2026-03-02T08:05:59Z")).toMatch("signed in");
  expect(at("2026-03-02T08:06:00Z")).toMatch("has expired");
  expect(at("2026-03-02T07:58:00Z")).toMatch("signed in");
  expect(at("2026-03-02T07:57:59Z")).toMatch("not valid yet");
});

test("an expired certificate, and one with another kind of key, sign in no user", () => {
  expect(fault(good, { now: new Date("2226-03-02T08:00:00Z") })).toMatch("has expired");
  const { certificate } = ellipticIdentity;
  expect(fault(good, { certificate })).toMatch("rsa-sha256, which is not supported");
});

describe("of several certificates", () => {
  const pems = [identity.certificate, secondIdentity.certificate];
  /** The second certificate expires at this time, and the first one decades later. */
  const end = new Date("2081-08-30T01:17:16.000Z");
  const signIn = (signer: typeof identity, milliseconds: number) => {
    const now = new Date(end.getTime() + milliseconds);
    const xml = signedResponse({ now }, { key: signer.key });
    return [pems, pems.toReversed()].map((some) => fault(xml, { certificate: some.join(""), now }));
  };

  slowTests.each([
    ["the first one", identity, -1000, "signed in ada@example.com"],
    ["the second one", secondIdentity, -1000, "signed in ada@example.com"],
    ["the second one", secondIdentity, 0, "signed in ada@example.com"],
    ["the first one", identity, 1000, "signed in ada@example.com"],
    ["the second one", secondIdentity, 1000, "its signature does not match"],
  ])("%s signs in a user until its own expiry", (_, signer, milliseconds, result) => {
    for (const actual of signIn(signer, milliseconds)) expect(actual).toMatch(result);
  });
});

slowTest("signatures with an elliptic key are accepted if they match the certificate", () => {
  const { certificate, key } = ellipticIdentity;
  const by = (digest: string) => signedResponse({}, { key, algorithm: ellipticAlgorithm(digest) });
  for (const digest of ["sha256", "sha384", "sha512"]) {
    expect(fault(by(digest), { certificate })).toBe("signed in ada@example.com");
  }
  const signedBy = by("sha256");
  expect(fault(by("sha1"), { certificate })).toMatch("ecdsa-sha1, which is not supported");
  expect(fault(signedBy)).toMatch("ecdsa-sha256, which is not supported");
  const forged = signedBy.replace("ada@example.com", "admin@example.com");
  expect(fault(forged, { certificate })).toMatch("or the content");
  const zeros = Buffer.alloc(64).toString("base64");
  const value = /(<ds:SignatureValue>)[^<]*/;
  expect(fault(signedBy.replace(value, `$1${zeros}`), { certificate })).toMatch(
    "does not match the certificate",
  );
});

describe("the XML declaration", () => {
  const declarations = [
    '<?xml version="1.0"?>',
    "<?xml version='1.0' encoding='UTF-8'?>",
    '<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>',
    "",
  ];
  const spaces = ["", "\n", "\r\n", "\t \n\n"];
  slowTest("may be followed by white space, as may the root element", () => {
    const marks = ["", "\uFEFF"];
    const starts = marks.flatMap((mark) =>
      declarations.flatMap((one) => spaces.map((space) => `${mark}${one}${space}`)),
    );
    const all = starts.flatMap((start) => spaces.map((after) => `${start}${good}${after}`));
    for (const xml of sample(all, 16)) {
      expect([xml, fault(xml)]).toEqual([xml, "signed in ada@example.com"]);
    }
  });

  test("may not be repeated, follow white space, or be followed by text", () => {
    const [declaration = ""] = declarations;
    for (const xml of [
      `\n${declaration}${good}`,
      `${declaration}\n${declaration}${good}`,
      `${declaration}\nx${good}`,
      `${declaration}\n${good}\nx`,
      `${declaration}\n${good}${good}`,
      `${declaration}\n<?pi?>${good}`,
    ]) {
      expect(fault(xml)).toMatch(/well-formed|processing instructions/);
    }
  });
});

describe("the email address and the name", () => {
  const attribute = (name: string, ...values: string[]) =>
    `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join("")}</saml:Attribute>`;
  const withUser = (nameId: string, format: string | undefined, ...attributes: string[]) => {
    const text = assertion({
      email: nameId,
      more: `<saml:AttributeStatement>${attributes.join("")}</saml:AttributeStatement>`,
    }).replace(
      / Format="[^"]*"/,
      format === undefined ? "" : ` Format="urn:oasis:names:tc:SAML:${format}"`,
    );
    return signed(response(text));
  };
  const claims = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";

  slowTests.each([
    "email",
    "mail",
    "Email",
    "emailAddress",
    "email_address",
    "User.email",
    "user.mail",
    "urn:oid:0.9.2342.19200300.100.1.3",
    "urn:mace:dir:attribute-def:mail",
    `${claims}/emailaddress`,
    "http://schemas.xmlsoap.org/claims/EmailAddress",
  ])("come from the attribute %s unless the name id is declared as an email address", (name) => {
    const email = attribute(name, "ada@example.com");
    for (const format of ["2.0:nameid-format:persistent", "1.1:nameid-format:unspecified"]) {
      expect(take(withUser("login@example.com", format, email)).email).toBe("ada@example.com");
    }
    expect(take(withUser("login@example.com", undefined, email)).email).toBe("ada@example.com");
    expect(take(withUser("bea@example.com", "1.1:nameid-format:emailAddress", email)).email).toBe(
      "bea@example.com",
    );
  });

  test("a name id without a format is used if there is no attribute, and an opaque one is not", () => {
    expect(take(withUser("ada@example.com", undefined)).email).toBe("ada@example.com");
    expect(fault(withUser("ada@example.com", "2.0:nameid-format:persistent"))).toMatch("no email");
    expect(fault(withUser("ada@example.com", "2.0:nameid-format:transient"))).toMatch("no email");
  });

  test("the first valid of several values is used", () => {
    const xml = withUser(
      "u-17",
      "2.0:nameid-format:persistent",
      attribute("mail", " ", "u-17", "Ada@example.com", "second@example.com"),
    );
    expect(take(xml).email).toBe("ada@example.com");
  });

  slowTests.each([
    ["first_name", "last_name"],
    ["FirstName", "LastName"],
    ["given_name", "family_name"],
    ["User.FirstName", "User.LastName"],
    ["urn:oid:2.5.4.42", "urn:oid:2.5.4.4"],
    ["urn:mace:dir:attribute-def:givenName", "urn:mace:dir:attribute-def:sn"],
    [`${claims}/givenname`, `${claims}/surname`],
  ])("a name consists of %s and %s", (first, last) => {
    const login = attribute(`${claims}/name`, "ada@example.com");
    const parts = [attribute(last, "Lovelace"), attribute(first, "Ada"), login];
    const xml = withUser("ada@example.com", "1.1:nameid-format:emailAddress", ...parts);
    expect(take(xml).displayName).toBe("Ada Lovelace");
    const full = attribute("http://schemas.microsoft.com/identity/claims/displayname", "A. L.");
    const both = withUser("ada@example.com", "1.1:nameid-format:emailAddress", ...parts, full);
    expect(take(both).displayName).toBe("A. L.");
  });

  describe("a name that is an email address is not the display name", () => {
    const email = "ada@example.com";

    test.each<[string, readonly (readonly [string, string])[], string | undefined]>([
      ["alone", [["displayName", email]], undefined],
      [
        "before a common name",
        [
          ["displayName", email],
          ["cn", "Ada"],
        ],
        "Ada",
      ],
      ["as the common name", [["cn", email]], undefined],
      [
        "as the first name",
        [
          ["givenName", email],
          ["sn", "Lovelace"],
        ],
        "Lovelace",
      ],
      [
        "as the last name",
        [
          ["givenName", "Ada"],
          ["sn", email],
        ],
        "Ada",
      ],
      [
        "among the values",
        [
          ["displayName", email],
          ["displayName", "A. L."],
        ],
        "A. L.",
      ],
      [
        "empty",
        [
          ["displayName", " "],
          ["cn", "Ada"],
        ],
        "Ada",
      ],
    ])("%s", (_, attributes, name) => {
      const given = attributes.map(([key, value]) => attribute(key, value));
      const xml = withUser(email, "1.1:nameid-format:emailAddress", ...given);
      expect(take(xml).displayName).toBe(name);
    });
  });
});

describe("several certificates", () => {
  const signedBy = (key: string) => signedResponse({}, { key });
  const elliptic = signedResponse(
    {},
    { key: ellipticIdentity.key, algorithm: ellipticAlgorithm("sha256") },
  );
  const all = [identity, secondIdentity, ellipticIdentity].map((one) => one.certificate);

  slowTest("each of them signs users in, in any order", () => {
    for (const certificate of [all.join(""), [...all].reverse().join("\n")]) {
      for (const xml of [signedBy(identity.key), signedBy(secondIdentity.key), elliptic]) {
        expect(fault(xml, { certificate })).toBe("signed in ada@example.com");
      }
    }
  });

  test("a removed certificate signs no user in", () => {
    const certificate = identity.certificate + ellipticIdentity.certificate;
    expect(fault(signedBy(secondIdentity.key), { certificate })).toMatch("does not match");
    expect(fault(elliptic, { certificate: identity.certificate })).toMatch("not supported");
  });
});
