/**
 * The email address, the name and the groups of the user in a SAML assertion. Identity providers use different
 * names for the same attribute: object identifiers (RFC 4519, RFC 4524), claim URIs of Microsoft
 * Entra ID and AD FS, `urn:mace` names of Shibboleth, and short names such as `User.Email`.
 */
import { addTo } from "../../../json/groups.ts";
import { findOwn } from "../../../json/own-members.ts";
import { namespaces } from "./signed-assertion.ts";
import { findOnlyChild, listChildren, quoteText, SamlFault, type XmlElement } from "./xml.ts";

/** The values of the attributes by normalized name, in the order of the assertion. */
type Attributes = ReadonlyMap<string, readonly string[]>;

const emailFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
const unspecifiedFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified";

/** Object identifiers, as normalized names. */
const objectIdentifiers: Readonly<Record<string, string>> = {
  "urn:oid:0.9.2342.19200300.100.1.3": "mail",
  "urn:oid:1.2.840.113549.1.9.1": "email",
  "urn:oid:2.16.840.1.113730.3.1.241": "displayname",
  "urn:oid:2.5.4.3": "cn",
  "urn:oid:2.5.4.4": "sn",
  "urn:oid:2.5.4.42": "givenname",
};

const prefix =
  /^(?:urn:mace:dir:attribute-def:|https?:\/\/schemas\.xmlsoap\.org\/(?:ws\/2005\/05\/identity\/)?claims\/|https?:\/\/schemas\.microsoft\.com\/identity\/claims\/|user\.)/;

const names = {
  email: ["mail", "email", "emailaddress", "useremail"],
  display: ["displayname", "fullname"],
  first: ["givenname", "firstname"],
  last: ["sn", "surname", "lastname", "familyname"],
  groups: [
    "groups",
    "group",
    "memberof",
    "http://schemas.microsoft.com/ws/2008/06/identity/claims/groups",
  ],
  // Some providers put a login name here.
  common: ["cn", "commonname", "name"],
} as const;

const emailForm = /^[^\s@"<>()[\],;:\\]{1,64}@[^\s@"<>()[\],;:\\]{1,255}$/;

/**
 * @param subject the subject of the assertion
 * @param groupsAttribute the attribute with the groups; the common names if absent
 * @throws SamlFault if the assertion contains no email address
 */
export function readUser(
  assertion: XmlElement,
  subject: XmlElement,
  groupsAttribute?: string,
): SamlUser {
  const attributes = readAttributes(assertion);
  return {
    email: findEmail(findNameId(subject), attributes),
    displayName: findName(attributes),
    ...findGroups(attributes, groupsAttribute),
  };
}

export interface SamlUser {
  readonly email: string;
  readonly displayName: string | undefined;
  /** Absent for a user without groups. */
  readonly groups?: readonly string[];
  /** The groups are unknown, because the response refers to a list elsewhere. */
  readonly hasGroupsElsewhere?: true;
}

/** Entra ID sends this attribute in place of more than 150 groups. */
const groupsElsewhere = "http://schemas.microsoft.com/claims/groups.link";

function findGroups(
  attributes: Attributes,
  groupsAttribute: string | undefined,
): Pick<SamlUser, "groups" | "hasGroupsElsewhere"> {
  if (attributes.has(groupsElsewhere)) return { hasGroupsElsewhere: true };
  const keys = groupsAttribute === undefined ? names.groups : [normalizeName(groupsAttribute)];
  const groups = [...new Set(listValues(attributes, keys))];
  return groups.length === 0 ? {} : { groups };
}

/** AD FS sends none unless it is configured. @throws SamlFault if it is encrypted or not unique */
function findNameId(subject: XmlElement): XmlElement | undefined {
  if (listChildren(subject, namespaces.assertion, "EncryptedID").length > 0) {
    throw new SamlFault("its name id is encrypted, which is not supported");
  }
  const isAbsent = listChildren(subject, namespaces.assertion, "NameID").length === 0;
  return isAbsent ? undefined : findOnlyChild(subject, namespaces.assertion, "NameID");
}

function readAttributes(assertion: XmlElement): Attributes {
  const attributes = new Map<string, string[]>();
  for (const statement of listChildren(assertion, namespaces.assertion, "AttributeStatement")) {
    for (const attribute of listChildren(statement, namespaces.assertion, "Attribute")) {
      const name = normalizeName(attribute.attributes.get("Name") ?? "");
      const values = listChildren(attribute, namespaces.assertion, "AttributeValue")
        .map(({ text }) => text.trim())
        .filter((text) => text !== "");
      for (const value of values) addTo(attributes, name, value);
    }
  }
  return attributes;
}

function normalizeName(name: string): string {
  const lower = name.trim().toLowerCase();
  return findOwn(objectIdentifiers, lower) ?? lower.replace(prefix, "").replace(/[\s_-]/g, "");
}

function listValues(attributes: Attributes, keys: readonly string[]): readonly string[] {
  return keys.flatMap((key) => attributes.get(key) ?? []);
}

/**
 * The name id is the email address only if its format says so. A name id without a format is used if no
 * attribute contains an address.
 */
function findEmail(nameId: XmlElement | undefined, attributes: Attributes): string {
  const format = nameId?.attributes.get("Format") ?? unspecifiedFormat;
  const own = nameId?.text.trim() ?? "";
  const candidates = [
    ...(format === emailFormat ? [own] : []),
    ...listValues(attributes, names.email),
    ...(format === unspecifiedFormat ? [own] : []),
  ];
  const email = candidates.find((text) => emailForm.test(text));
  if (email !== undefined) return email.toLowerCase();
  const others = [...attributes.keys()].slice(0, 10).join(", ");
  throw new SamlFault(
    `it contains no email address of the user: the name id is ${quoteText(own) || "missing"}${nameId && format !== unspecifiedFormat ? ` in the format ${quoteText(format)}` : ""}, and the attributes are ${quoteText(others) || "missing"}`,
  );
}

function findName(attributes: Attributes): string | undefined {
  const find = (keys: readonly string[]) =>
    listValues(attributes, keys)
      .map((text) => text.replace(/\p{C}/gu, "").trim())
      .find((text) => text !== "" && !emailForm.test(text));
  const parts = [find(names.first), find(names.last)].filter((part) => part !== undefined);
  const name = find(names.display) ?? (parts.join(" ") || find(names.common));
  return name?.slice(0, 100) || undefined;
}
