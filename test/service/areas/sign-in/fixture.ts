/** The sample, an identity provider of its organization, and simulated browsers. */
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import type { ListenOptions } from "../../../../src/service/listen.ts";
import { addSample } from "../../../support/platforms/sample.ts";
import { serve } from "../../../support/platforms/served.ts";
import { openIdentityProvider } from "../../../support/sign-in/identity-provider.ts";
import { encoded, signedResponse, type Told } from "../../../support/sign-in/saml.ts";

export interface Got {
  readonly status: number;
  readonly location: string;
  readonly cookie: string | undefined;
  readonly body: string;
}

/** The headers that a browser sends; its cookies are those that it received. */
export interface Asking {
  readonly method?: "GET" | "POST";
  readonly form?: Readonly<Record<string, string>>;
  readonly origin?: string;
  readonly cookie?: string | undefined;
  readonly bearer?: string;
  readonly json?: unknown;
}

export type Ask = (address: string, asking?: Asking) => Promise<Got>;

/** Sends a request like a browser, without following redirects. */
export const ask: Ask = async (
  address,
  { method = "GET", form, origin, cookie, bearer, json } = {},
) => {
  const { hostname, port, pathname, search, host } = new URL(address);
  const loopback = hostname.endsWith("localhost") ? "127.0.0.1" : hostname;
  const body = form ? new URLSearchParams(form).toString() : json && JSON.stringify(json);
  const sent = request({
    ...{ hostname: loopback, port, path: pathname + search, method, agent: false },
    headers: {
      host,
      ...(form && { "content-type": "application/x-www-form-urlencoded" }),
      ...(json !== undefined && { "content-type": "application/json" }),
      ...(origin !== undefined && { origin }),
      ...(cookie !== undefined && { cookie }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on("response", resolve).on("error", reject);
  });
  sent.end(body);
  const answer = await answered;
  return {
    status: answer.statusCode ?? 0,
    location: answer.headers.location ?? "",
    cookie: answer.headers["set-cookie"]?.[0]?.split(";")[0],
    body: await text(answer),
  };
};

export async function openSignIns(listening: ListenOptions = {}) {
  let time = Date.now();
  const { service, server, send } = await serve({ realTime: () => time }, listening);
  await addSample(service);
  const { db } = service;
  const site = await db
    .selectFrom("sites")
    .selectAll()
    .where("published", "=", 1)
    .orderBy("created_at")
    .executeTakeFirstOrThrow();
  const org = site.organization_id;
  const identity = await openIdentityProvider();
  // URLs in responses begin with the host of the request.
  const { publicUrl } = listening;
  const headers = publicUrl === undefined ? {} : { host: new URL(publicUrl).host };
  const api = async (what: string, json?: object) => {
    const { status, body } = await send(what, { headers, ...(json && { json }) });
    if (status >= 400) throw new Error(`${what}: ${status} ${body}`);
    return body === "" ? undefined : JSON.parse(body);
  };
  await api(`PATCH /v1/orgs/${org}`, { emailDomains: ["example.com"] });
  const provider = await api(`POST /v1/orgs/${org}/saml`, {
    label: "Our login",
    entityID: identity.entityID,
    ssoURL: identity.ssoURL,
    certificate: identity.certificate,
    defaultRole: "read",
  });
  const { startURL, acsURL, entityID } = provider.service;
  // A proxy may not forward the public URL yet.
  identity.knows((await send(`GET ${new URL(entityID).pathname}`, { headers })).body);

  /** Redirects to the identity provider. */
  async function begin(next = ""): Promise<{ readonly id: string; readonly cookie: string }> {
    const { location, cookie = "" } = await ask(`${startURL}?${new URLSearchParams({ next })}`);
    const { inflateRawSync } = await import("node:zlib");
    const sent = new URL(location).searchParams.get("SAMLRequest") ?? "";
    const xml = inflateRawSync(Buffer.from(sent, "base64")).toString();
    return { id: / ID="([^"]+)"/.exec(xml)?.[1] ?? "", cookie };
  }

  let assertions = 0;
  /** The response of the identity provider that a browser delivers. */
  const message = (told: Partial<Told> = {}) =>
    encoded(
      signedResponse({
        issuer: identity.entityID,
        audience: entityID,
        recipient: acsURL,
        now: new Date(time),
        id: `_assertion-${++assertions}`,
        ...told,
      }),
    );
  const bring = (SAMLResponse: string) =>
    ask(acsURL, {
      method: "POST",
      form: { SAMLResponse },
      origin: new URL(identity.ssoURL).origin,
    });

  /** The complete sign-in. @returns the last response, with the session cookie */
  async function signIn(email: string, next = ""): Promise<Got> {
    const { id, cookie } = await begin(next);
    const { location } = await bring(message({ email, inResponseTo: id }));
    return ask(location, { cookie });
  }

  return {
    db,
    send,
    org,
    site,
    api,
    provider,
    identity,
    begin,
    bring,
    message,
    signIn,
    base: server.url,
    owner: server.token,
    /** Milliseconds since 1970. */
    time: () => time,
    pass: (minutes: number) => {
      time += minutes * 60_000;
    },
    /** The URL of a site that only its organization sees. */
    async privateSite(): Promise<string> {
      await api(`PATCH /v1/orgs/${org}`, {});
      const address = (await api(`GET /v1/orgs/${org}/sites/${site.id}`)).urls.published;
      await api(`POST /v1/orgs/${org}/sites/${site.id}/unpublish`);
      return address;
    },
  };
}
