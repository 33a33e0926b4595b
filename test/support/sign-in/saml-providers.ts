/**
 * SAML responses in the forms that the documentation of identity providers shows: prefixes, default
 * namespaces, name id formats, attributes, and the position and form of signatures.
 */
import { SignedXml } from "xml-crypto";
import { identity, type Told, told } from "./saml.ts";

export type Placement = "assertion" | "response" | "both" | "none";

export interface ProviderForm {
  /** The parts that the provider signs unless it is configured otherwise. */
  readonly placement: Placement;
  readonly declaration: string;
  /** The prefix of signatures; empty for a default namespace. */
  readonly signaturePrefix: string;
  /** Prefixes that exclusive canonicalization treats as inclusive. */
  readonly inclusivePrefixes?: string;
  readonly write: (facts: ProviderFacts) => string;
}

export interface ProviderFacts extends Told {
  readonly before: string;
  readonly after: string;
}

const protocol = "urn:oasis:names:tc:SAML:2.0:protocol";
const assertionName = "urn:oasis:names:tc:SAML:2.0:assertion";
const claims = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";
const nameIdFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format";
const persistent = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";

interface Form {
  /** Prefixes with a colon; empty for a default namespace. */
  readonly p: string;
  readonly a: string;
  readonly nameId: string;
  readonly attributes: string;
  /** Attributes of the elements Response and AuthnStatement. */
  readonly more?: string;
  readonly session?: string;
  readonly time?: (time: string) => string;
  readonly separator?: string;
}

function write(facts: ProviderFacts, form: Form): string {
  const { issuer, audience, recipient, now, inResponseTo, id, before, after } = facts;
  const { p, a, nameId, attributes, more = "", session = "", time = (text) => text } = form;
  const at = time(now.toISOString());
  const declare = (prefix: string, name: string) =>
    prefix === "" ? `xmlns="${name}"` : `xmlns:${prefix.slice(0, -1)}="${name}"`;
  return [
    `<${p}Response ${declare(p, protocol)} ID="_response" Version="2.0" IssueInstant="${at}" Destination="${recipient}" InResponseTo="${inResponseTo}"${more}>`,
    `<${a}Issuer ${declare(a, assertionName)}>${issuer}</${a}Issuer>`,
    `<${p}Status><${p}StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></${p}Status>`,
    `<${a}Assertion ${declare(a, assertionName)} ID="${id}" IssueInstant="${at}" Version="2.0">`,
    `<${a}Issuer>${issuer}</${a}Issuer>`,
    `<${a}Subject>${nameId}<${a}SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><${a}SubjectConfirmationData InResponseTo="${inResponseTo}" NotOnOrAfter="${time(after)}" Recipient="${recipient}"/></${a}SubjectConfirmation></${a}Subject>`,
    `<${a}Conditions NotBefore="${time(before)}" NotOnOrAfter="${time(after)}"><${a}AudienceRestriction><${a}Audience>${audience}</${a}Audience></${a}AudienceRestriction></${a}Conditions>`,
    `<${a}AuthnStatement AuthnInstant="${at}" SessionIndex="_s"${session}><${a}AuthnContext><${a}AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</${a}AuthnContextClassRef></${a}AuthnContext></${a}AuthnStatement>`,
    attributes === "" ? "" : `<${a}AttributeStatement>${attributes}</${a}AttributeStatement>`,
    `</${a}Assertion>`,
    `</${p}Response>`,
  ].join(form.separator ?? "");
}

/** Writes attributes, each with a name, a name format, a type and values. */
function writeAttributes(
  prefix: string,
  rows: readonly (readonly [name: string, ...values: string[]])[],
  { format = "", type = "", friendly = "" } = {},
): string {
  const schema = ' xmlns:xs="http://www.w3.org/2001/XMLSchema"';
  const instance = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
  return rows
    .map(([name, ...values]) => {
      const nameFormat =
        format === "" ? "" : ` NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:${format}"`;
      const label = friendly === "" ? "" : ` FriendlyName="${friendly}"`;
      const typed = type === "" ? "" : `${schema}${instance} xsi:type="xs:${type}"`;
      const list = values.map(
        (value) => `<${prefix}AttributeValue${typed}>${value}</${prefix}AttributeValue>`,
      );
      return `<${prefix}Attribute Name="${name}"${nameFormat}${label}>${list.join("")}</${prefix}Attribute>`;
    })
    .join("");
}

/** Times with the seven digits of .NET. */
const withTicks = (time: string) => time.replace(/\.(\d{3})Z$/, ".$10000Z");
const withoutFraction = (time: string) => time.replace(/\.\d{3}Z$/, "Z");

/** By the name of the provider. All sign in `told.email`, named Ada Lovelace. */
export const providerForms: Readonly<Record<string, ProviderForm>> = {
  Okta: {
    placement: "both",
    declaration: '<?xml version="1.0" encoding="UTF-8"?>',
    signaturePrefix: "ds",
    inclusivePrefixes: "xs",
    write: (facts) =>
      write(facts, {
        p: "saml2p:",
        a: "saml2:",
        more: ' xmlns:xs="http://www.w3.org/2001/XMLSchema"',
        nameId: `<saml2:NameID Format="${nameIdFormat}:unspecified">${facts.email}</saml2:NameID>`,
        attributes: writeAttributes(
          "saml2:",
          [
            ["firstName", "Ada"],
            ["lastName", "Lovelace"],
            ["groups", "Everyone", "Docs"],
          ],
          { format: "unspecified", type: "string" },
        ),
      }),
  },
  "Microsoft Entra ID": {
    placement: "assertion",
    declaration: "",
    signaturePrefix: "",
    write: (facts) =>
      write(facts, {
        p: "samlp:",
        a: "",
        time: withTicks,
        nameId: `<NameID Format="${persistent}">2Zb3r5xQ</NameID>`,
        attributes: writeAttributes("", [
          ["http://schemas.microsoft.com/identity/claims/tenantid", "b9411234"],
          ["http://schemas.microsoft.com/identity/claims/objectidentifier", "cc84b5f3"],
          ["http://schemas.microsoft.com/identity/claims/displayname", "Ada Lovelace"],
          [`${claims}/name`, "ada_other.example#EXT#@tenant.example"],
          [`${claims}/givenname`, "Ada"],
          [`${claims}/surname`, "Lovelace"],
          [`${claims}/emailaddress`, facts.email],
          ["http://schemas.microsoft.com/ws/2008/06/identity/claims/groups", "1f0c", "2e1d"],
        ]),
      }),
  },
  "Google Workspace": {
    placement: "assertion",
    declaration: '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
    signaturePrefix: "ds",
    write: (facts) =>
      write(facts, {
        p: "saml2p:",
        a: "saml2:",
        nameId: `<saml2:NameID Format="${nameIdFormat}:emailAddress">${facts.email}</saml2:NameID>`,
        attributes: writeAttributes(
          "saml2:",
          [
            ["first_name", "Ada"],
            ["last_name", "Lovelace"],
          ],
          { type: "anyType" },
        ),
      }),
  },
  Keycloak: {
    placement: "response",
    declaration: "",
    signaturePrefix: "dsig",
    write: (facts) =>
      write(facts, {
        p: "samlp:",
        a: "saml:",
        session: ` SessionNotOnOrAfter="${facts.after}"`,
        nameId: `<saml:NameID Format="${persistent}">G-9a3f1c</saml:NameID>`,
        attributes: [
          writeAttributes("saml:", [["urn:oid:1.2.840.113549.1.9.1", facts.email]], {
            format: "uri",
            type: "string",
            friendly: "email",
          }),
          writeAttributes("saml:", [["urn:oid:2.5.4.42", "Ada"]], { format: "uri" }),
          writeAttributes("saml:", [["urn:oid:2.5.4.4", "Lovelace"]], { format: "uri" }),
          writeAttributes("saml:", [["Role", "offline_access"]], { format: "basic" }),
        ].join(""),
      }),
  },
  "AD FS": {
    placement: "assertion",
    declaration: "",
    signaturePrefix: "ds",
    write: (facts) =>
      write(facts, {
        p: "samlp:",
        a: "",
        // Without a claim rule for it, AD FS sends no name id.
        nameId: "",
        attributes: writeAttributes("", [
          [`${claims}/upn`, "ada@corp.example"],
          ["http://schemas.xmlsoap.org/claims/EmailAddress", facts.email],
          ["http://schemas.xmlsoap.org/claims/CommonName", "Ada Lovelace"],
          ["http://schemas.xmlsoap.org/claims/Group", "Domain Users", "Docs"],
        ]),
      }),
  },
  OneLogin: {
    placement: "response",
    declaration: "",
    signaturePrefix: "ds",
    write: (facts) =>
      write(facts, {
        p: "samlp:",
        a: "saml:",
        time: withoutFraction,
        nameId: `<saml:NameID Format="${nameIdFormat}:emailAddress">${facts.email}</saml:NameID>`,
        attributes: writeAttributes(
          "saml:",
          [
            ["User.email", facts.email],
            ["User.FirstName", "Ada"],
            ["User.LastName", "Lovelace"],
            ["memberOf", ""],
          ],
          { format: "basic", type: "string" },
        ),
      }),
  },
  Shibboleth: {
    placement: "both",
    declaration: '<?xml version="1.0" encoding="UTF-8"?>\n',
    signaturePrefix: "ds",
    inclusivePrefixes: "xsd",
    write: (facts) =>
      write(facts, {
        p: "saml2p:",
        a: "saml2:",
        more: ' xmlns:xsd="http://www.w3.org/2001/XMLSchema"',
        separator: "\n   ",
        nameId: `<saml2:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:transient" NameQualifier="${facts.issuer}" SPNameQualifier="${facts.audience}">AAdzZWNyZXQx</saml2:NameID>`,
        attributes: [
          writeAttributes("saml2:", [["urn:oid:0.9.2342.19200300.100.1.3", facts.email]], {
            format: "uri",
            friendly: "mail",
          }),
          writeAttributes("saml2:", [["urn:oid:2.16.840.1.113730.3.1.241", "Ada Lovelace"]], {
            format: "uri",
            friendly: "displayName",
          }),
        ].join(""),
      }),
  },
};

export interface WriteOptions {
  readonly placement?: Placement;
  readonly facts?: Partial<Told>;
  /** Changes the message before it is signed. */
  readonly change?: (xml: string) => string;
  readonly key?: string;
  /** The certificate in the signature. */
  readonly certificate?: string;
}

/** A response of a provider. */
export function writeResponse(form: ProviderForm, options: WriteOptions = {}): string {
  const { facts = {}, placement = form.placement, change = (xml) => xml } = options;
  const shared = { ...told, ...facts };
  const shift = (minutes: number) =>
    new Date(shared.now.getTime() + minutes * 60_000).toISOString();
  let xml = change(form.write({ ...shared, before: shift(-1), after: shift(5) }));
  if (placement === "assertion" || placement === "both")
    xml = sign(xml, "Assertion", form, options);
  if (placement === "response" || placement === "both") xml = sign(xml, "Response", form, options);
  return form.declaration + xml;
}

function sign(xml: string, element: string, form: ProviderForm, options: WriteOptions): string {
  const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";
  const signature = new SignedXml({
    privateKey: options.key ?? identity.key,
    publicCert: options.certificate ?? identity.certificate,
    signatureAlgorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    canonicalizationAlgorithm: exclusive,
    getKeyInfoContent: SignedXml.getKeyInfoContent,
  });
  const xpath = `//*[local-name(.)='${element}']`;
  signature.addReference({
    xpath,
    digestAlgorithm: "http://www.w3.org/2001/04/xmlenc#sha256",
    transforms: ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", exclusive],
    ...(form.inclusivePrefixes && { inclusiveNamespacesPrefixList: [form.inclusivePrefixes] }),
  });
  signature.computeSignature(xml, {
    ...(form.signaturePrefix !== "" && { prefix: form.signaturePrefix }),
    location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: "after" },
  });
  return signature.getSignedXml();
}
