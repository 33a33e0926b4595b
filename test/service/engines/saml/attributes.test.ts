import { describe, expect, test } from "vitest";
import { readUser } from "../../../../src/service/engines/saml/attributes.ts";
import { namespaces } from "../../../../src/service/engines/saml/signed-assertion.ts";
import { findOnlyChild, readXml } from "../../../../src/service/engines/saml/xml.ts";

const emailFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
const persistent = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";

type Attribute = readonly [name: string, ...values: readonly string[]];

function read(nameId: string, attributes: readonly Attribute[], groupsAttribute?: string) {
  const statement = attributes
    .map(
      ([name, ...values]) =>
        `<Attribute Name="${name}">${values.map((one) => `<AttributeValue>${one}</AttributeValue>`).join("")}</Attribute>`,
    )
    .join("");
  const { root } = readXml(
    `<Assertion xmlns="${namespaces.assertion}"><Subject>${nameId}</Subject><AttributeStatement>${statement}</AttributeStatement></Assertion>`,
  );
  try {
    return readUser(root, findOnlyChild(root, namespaces.assertion, "Subject"), groupsAttribute);
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}

const ada = "<NameID>Ada@Example.com</NameID>";
const mail: Attribute = ["mail", "mail@example.com"];

describe("the email address", () => {
  test.each<[string, readonly Attribute[], string]>([
    [ada, [], "ada@example.com"],
    ["<NameID>\n ada@example.com </NameID>", [], "ada@example.com"],
    [ada, [mail], "mail@example.com"],
    [`<NameID Format="${emailFormat}">ada@example.com</NameID>`, [mail], "ada@example.com"],
    [`<NameID Format="${emailFormat}">ada</NameID>`, [mail], "mail@example.com"],
    [`<NameID Format="${persistent}">ada@example.com</NameID>`, [mail], "mail@example.com"],
    ["", [mail], "mail@example.com"],
    ["", [["mail", "no address", " a@b "]], "a@b"],
    ["", [["User.Email", "a@b"]], "a@b"],
    ["", [["e-mail_Address", "a@b"], mail], "mail@example.com"],
    ["", [["urn:oid:1.2.840.113549.1.9.1", "a@b"]], "a@b"],
    ["", [["urn:mace:dir:attribute-def:mail", "a@b"]], "a@b"],
    ["", [["http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress", "a@b"]], "a@b"],
    ["", [[" https://schemas.xmlsoap.org/claims/EmailAddress ", "a@b"]], "a@b"],
  ])("of %s with %j is %s", (nameId, attributes, email) => {
    expect(read(nameId, attributes)).toEqual({ email, displayName: undefined });
  });

  const missing = "it contains no email address of the user: the name id is ";
  test.each<[string, readonly Attribute[], string]>([
    ["", [], `${missing}missing, and the attributes are missing`],
    [
      "<NameID>ada</NameID>",
      [["x-y", "z"], ["empty"], ["blank", " "]],
      `${missing}"ada", and the attributes are "xy"`,
    ],
    [
      `<NameID Format="${persistent}">ada@example.com</NameID>`,
      [],
      `${missing}"ada@example.com" in the format "${persistent}", and the attributes are missing`,
    ],
    [
      `<NameID>${"a".repeat(65)}@b</NameID>`,
      [],
      `${missing}"${"a".repeat(65)}@b", and the attributes are missing`,
    ],
    [
      `<NameID>${"a".repeat(300)}\t \u200b b</NameID>`,
      Array.from({ length: 11 }, (_, index): Attribute => [`n${index}`, "x"]),
      `${missing}"${"a".repeat(200)}", and the attributes are "n0, n1, n2, n3, n4, n5, n6, n7, n8, n9"`,
    ],
    ["<EncryptedID/>", [mail], "its name id is encrypted, which is not supported"],
    [`${ada}${ada}`, [mail], "its Subject has several NameID"],
  ])("is missing in %s with %j", (nameId, attributes, message) => {
    expect(read(nameId, attributes)).toBe(message);
  });
});

test.each<[readonly Attribute[], string | undefined]>([
  [
    [
      ["displayName", "Ada L"],
      ["givenName", "A"],
      ["sn", "B"],
    ],
    "Ada L",
  ],
  [[["urn:oid:2.16.840.1.113730.3.1.241", "Ada"]], "Ada"],
  [[["full_name", "Ada"]], "Ada"],
  [
    [
      ["givenName", "Ada"],
      ["surname", "L"],
      ["cn", "ada"],
    ],
    "Ada L",
  ],
  [[["lastname", "L"]], "L"],
  [[["first name", "Ada"]], "Ada"],
  [[["cn", "ada"]], "ada"],
  [
    [
      ["displayName", "ada@example.com"],
      ["name", "Ada"],
    ],
    "Ada",
  ],
  [[["displayName", "\u200b ", "\u200bAda "]], "Ada"],
  [[["name", "n".repeat(101)]], "n".repeat(100)],
  [[["title", "Countess"]], undefined],
])("the name in %j is %j", (attributes, displayName) => {
  expect(read(ada, attributes)).toEqual({ email: "ada@example.com", displayName });
});

const entra = "http://schemas.microsoft.com/ws/2008/06/identity/claims/groups";

test.each<[readonly Attribute[], string | undefined, object]>([
  [
    [
      ["groups", "a", "b", "a"],
      ["memberOf", "c", " "],
    ],
    undefined,
    { groups: ["a", "b", "c"] },
  ],
  [[[entra, " a "]], undefined, { groups: ["a"] }],
  [
    [
      ["groups", "a"],
      ["Team-Names", "b"],
    ],
    "team_names",
    { groups: ["b"] },
  ],
  [[["groups", "a"]], "teams", {}],
  [[["groups"]], undefined, {}],
  [
    [
      ["http://schemas.microsoft.com/claims/groups.link", "https://graph"],
      ["groups", "a"],
    ],
    undefined,
    { hasGroupsElsewhere: true },
  ],
])("the groups in %j named %j are %j", (attributes, groupsAttribute, groups) => {
  expect(read(ada, attributes, groupsAttribute)).toEqual({
    email: "ada@example.com",
    displayName: undefined,
    ...groups,
  });
});
