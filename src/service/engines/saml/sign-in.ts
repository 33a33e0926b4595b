/**
 * Who a SAML response signs in, by the rules of SAML 2.0 for browsers (profiles 4.1.4.3): it is for this
 * service, for now, and an answer to a request. Whether it was used before, and whose request it
 * answers, is for the caller to check, who remembers.
 */
import { isUtf8 } from "node:buffer";
import { namespaces, readSigned } from "./signed-assertion.ts";
import { listChildren, onlyChild, SamlFault, type XmlElement } from "./xml.ts";

/** What is known of both sides. */
export interface Parties {
  /** The entity id of the identity provider. */
  readonly issuer: string;
  /** Its certificate, as PEM. */
  readonly certificate: string;
  /** The entity id of this service. */
  readonly audience: string;
  /** The address at which the response has arrived. */
  readonly recipient: string;
  readonly now: Date;
}

export interface SignIn {
  readonly email: string;
  readonly displayName: string | undefined;
  /** The id of the request that it answers. */
  readonly inResponseTo: string;
  /** The id of the assertion, which is good once. */
  readonly assertion: string;
  /** Until when it would be accepted again. */
  readonly validUntil: Date;
  /** When the identity provider wants the session to end. */
  readonly sessionEnd: Date | undefined;
}

/** By how much the clocks of two machines may differ, in milliseconds. */
const skew = 60_000;
const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer";

/**
 * @param message the field `SAMLResponse`, in base64
 * @throws SamlFault for the first rule that it breaks
 */
export function readSignIn(message: string, parties: Parties): SignIn {
  const { response, assertion } = readSigned(decoded(message), parties.certificate, parties.now);
  for (const part of [response, assertion]) {
    if (part.attributes.get("Version") !== "2.0") throw new SamlFault("it is not of SAML 2.0");
  }
  const { text: issuer } = onlyChild(assertion, namespaces.assertion, "Issuer");
  if (issuer !== parties.issuer) throw new SamlFault("it is from another identity provider");
  const { recipient } = parties;
  if ((response.attributes.get("Destination") ?? recipient) !== recipient) {
    throw new SamlFault("it was sent to another address");
  }
  const subject = onlyChild(assertion, namespaces.assertion, "Subject");
  const confirmed = getConfirmation(subject, parties);
  if (
    (response.attributes.get("InResponseTo") ?? confirmed.inResponseTo) !== confirmed.inResponseTo
  ) {
    throw new SamlFault("it answers another request than its assertion");
  }
  refuseConditions(onlyChild(assertion, namespaces.assertion, "Conditions"), parties);
  const [statement] = listChildren(assertion, namespaces.assertion, "AuthnStatement");
  if (!statement) throw new SamlFault("it does not say that anybody has signed in");
  const sessionEnd = timeIn(statement, "SessionNotOnOrAfter");
  if (sessionEnd && sessionEnd <= parties.now) throw new SamlFault("its session is over");
  const attributes = buildAttributes(assertion);
  return {
    email: getEmail(onlyChild(subject, namespaces.assertion, "NameID"), attributes),
    displayName: findName(attributes),
    assertion: assertion.attributes.get("ID") ?? "",
    sessionEnd,
    ...confirmed,
  };
}

function decoded(message: string): string {
  const text = message.replace(/\s/g, "");
  if (text === "" || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new SamlFault("it is no base64");
  const bytes = Buffer.from(text, "base64");
  if (!isUtf8(bytes)) throw new SamlFault("it is no UTF-8");
  return bytes.toString("utf8");
}

/** One of the ways to confirm the subject has to hold: the browser brings it here, now, as an answer. */
function getConfirmation(subject: XmlElement, { recipient, now }: Parties) {
  const data = listChildren(subject, namespaces.assertion, "SubjectConfirmation")
    .filter(({ attributes }) => attributes.get("Method") === bearer)
    .flatMap((one) => listChildren(one, namespaces.assertion, "SubjectConfirmationData"));
  const here = data.filter(({ attributes }) => attributes.get("Recipient") === recipient);
  if (here.length === 0) throw new SamlFault("its assertion is for another recipient");
  for (const one of here) {
    const validUntil = timeIn(one, "NotOnOrAfter");
    const inResponseTo = one.attributes.get("InResponseTo") ?? "";
    if (validUntil === undefined || hasEnded(validUntil, now)) continue;
    if (one.attributes.has("NotBefore")) continue;
    if (inResponseTo === "") throw new SamlFault("it answers no request of this platform");
    return { inResponseTo, validUntil: new Date(validUntil.getTime() + skew) };
  }
  throw new SamlFault("it is too old");
}

const conditions = ["AudienceRestriction", "OneTimeUse", "ProxyRestriction"];

function refuseConditions(all: XmlElement, { audience, now }: Parties): void {
  const from = timeIn(all, "NotBefore");
  const until = timeIn(all, "NotOnOrAfter");
  if (from && from.getTime() - skew > now.getTime()) throw new SamlFault("it is not valid yet");
  if (until && hasEnded(until, now)) throw new SamlFault("it is too old");
  const other = all.elements.find(({ name }) => !conditions.includes(name));
  if (other) throw new SamlFault("it has a condition that is not known");
  const audiences = listChildren(all, namespaces.assertion, "AudienceRestriction");
  const isMeant = audiences.every((one) =>
    listChildren(one, namespaces.assertion, "Audience").some(
      ({ text }) => text.trim() === audience,
    ),
  );
  if (audiences.length === 0 || !isMeant) throw new SamlFault("it is for another service");
}

function hasEnded(until: Date, now: Date): boolean {
  return until.getTime() + skew <= now.getTime();
}

/** @throws SamlFault for a time that cannot be read */
function timeIn({ attributes }: XmlElement, name: string): Date | undefined {
  const text = attributes.get(name);
  if (text === undefined) return undefined;
  const time = new Date(text);
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text);
  if (isTime && !Number.isNaN(time.getTime())) return time;
  throw new SamlFault(`its ${name} is no time`);
}

function buildAttributes(assertion: XmlElement): ReadonlyMap<string, string> {
  const all = listChildren(assertion, namespaces.assertion, "AttributeStatement").flatMap((one) =>
    listChildren(one, namespaces.assertion, "Attribute"),
  );
  return new Map(
    all.flatMap((one): [string, string][] => {
      const [value] = listChildren(one, namespaces.assertion, "AttributeValue");
      const name = one.attributes.get("Name");
      return value && name !== undefined ? [[name.toLowerCase(), value.text.trim()]] : [];
    }),
  );
}

/** What the common identity providers call them, the standard's own names first. */
const emailNames = [
  "urn:oid:0.9.2342.19200300.100.1.3",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
  "email",
  "mail",
  "emailaddress",
];
const displayNames = [
  "urn:oid:2.16.840.1.113730.3.1.241",
  "http://schemas.microsoft.com/identity/claims/displayname",
  "displayname",
  "name",
];
const emailForm = /^[^\s@"<>()[\],;:\\]{1,64}@[^\s@"<>()[\],;:\\]{1,255}$/;

/** The metadata asks for the email as the name; where it is something else, an attribute may have it. */
function getEmail({ text }: XmlElement, named: ReadonlyMap<string, string>) {
  const [given] = emailNames.flatMap((name) => named.get(name) ?? []);
  const email = emailForm.test(text.trim()) ? text.trim() : (given ?? "");
  if (emailForm.test(email)) return email.toLowerCase();
  throw new SamlFault("it names nobody by an email address");
}

function findName(named: ReadonlyMap<string, string>): string | undefined {
  const [given] = displayNames.flatMap((name) => named.get(name) ?? []);
  return given?.replace(/\p{C}/gu, "").slice(0, 100) || undefined;
}
