/** An identity provider based on samlify, with a sign-in page that has a single button. */
import { randomUUID } from "node:crypto";
import { Constants, IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from "samlify";
import { serve } from "../network/loopback.ts";
import { identity } from "./saml.ts";

// Requests are not validated against the schema, because that is not tested.
setSchemaValidator({ validate: async () => "valid" });

export interface OpenProvider {
  readonly entityID: string;
  readonly ssoURL: string;
  readonly certificate: string;
  /** Reads the metadata of the service provider. */
  readonly knows: (metadata: string) => void;
  /** Sets the user whom the button signs in. */
  readonly signsIn: (email: string) => void;
}

const newId = () => `_${randomUUID()}`;
const inMinutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();

/** The template of samlify with an authentication statement, which the original omits. */
function filled(
  template: string,
  answer: Readonly<Record<"action" | "audience" | "entityID" | "email" | "request", string>>,
): string {
  const { action, audience, entityID, email, request } = answer;
  const signedIn = `<saml:AuthnStatement AuthnInstant="${inMinutes(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
  return SamlLib.replaceTagsByValue(template.replace("{AuthnStatement}", signedIn), {
    ID: newId(),
    AssertionID: newId(),
    IssueInstant: inMinutes(0),
    Destination: action,
    InResponseTo: request,
    Issuer: entityID,
    StatusCode: "urn:oasis:names:tc:SAML:2.0:status:Success",
    NameIDFormat: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
    NameID: email,
    SubjectConfirmationDataNotOnOrAfter: inMinutes(5),
    SubjectRecipient: action,
    ConditionsNotBefore: inMinutes(0),
    ConditionsNotOnOrAfter: inMinutes(5),
    Audience: audience,
    AttributeStatement: "",
  });
}

export async function openIdentityProvider(): Promise<OpenProvider> {
  let service: ReturnType<typeof ServiceProvider> | undefined;
  let email = "ada@example.com";
  const { url } = await serve(async ({ url: asked }, response) => {
    const query = new URL(asked, url).searchParams;
    if (!service || !query.has("SAMLRequest")) return void response.writeHead(404).end();
    const { extract } = await provider.parseLoginRequest(service, "redirect", {
      query: { SAMLRequest: query.get("SAMLRequest") ?? "" },
    });
    const action = String(service.entityMeta.getAssertionConsumerService("post"));
    const audience = String(service.entityMeta.getEntityID());
    const request = String(extract.request?.id);
    const answer = await provider.createLoginResponse(
      service,
      { extract },
      "post",
      { email },
      (template) => ({
        id: newId(),
        context: filled(template, {
          action,
          audience,
          entityID,
          email,
          request,
        }),
      }),
    );
    response.writeHead(200, { "content-type": "text/html" });
    response.end(
      `<!doctype html><link rel="icon" href="data:,"><title>Login</title><form method="post" action="${action}"><input type="hidden" name="SAMLResponse" value="${answer.context}"><button>Sign in</button></form>`,
    );
  });
  const entityID = `${url}/metadata`;
  const ssoURL = `${url}/sso`;
  const provider = IdentityProvider({
    entityID,
    privateKey: identity.key,
    signingCert: identity.certificate,
    requestSignatureAlgorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    nameIDFormat: ["urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"],
    singleSignOnService: [{ Binding: Constants.namespace.binding.redirect, Location: ssoURL }],
    singleLogoutService: [{ Binding: Constants.namespace.binding.redirect, Location: ssoURL }],
  });
  return {
    entityID,
    ssoURL,
    certificate: identity.certificate,
    knows(metadata) {
      service = ServiceProvider({ metadata });
    },
    signsIn(person) {
      email = person;
    },
  };
}
