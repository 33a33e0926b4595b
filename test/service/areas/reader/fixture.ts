/** The published site of the sample behind HTTP, with requests like those of browsers. */
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { signToken } from "../../../../src/service/engines/jwt.ts";
import { addSample } from "../../../support/platforms/sample.ts";
import { serve } from "../../../support/platforms/served.ts";

type Headers = Readonly<Record<string, string>>;

export interface Read {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export async function openReaders() {
  let time = Date.now();
  const served = await serve({ realTime: () => time });
  const { service, server, send } = served;
  await addSample(service);
  const { db } = service;
  const { id: site, organization_id: org } = await db
    .selectFrom("sites")
    .select(["id", "organization_id"])
    .where("published", "=", 1)
    .executeTakeFirstOrThrow();
  const api = `/v1/orgs/${org}/sites/${site}`;
  const { urls } = JSON.parse((await send(`GET ${api}`)).body);
  const { host } = new URL(urls.published);

  async function raw(method: string, name: string, path: string, headers: Headers): Promise<Read> {
    const sent = request(`${server.url}${path}`, {
      method,
      headers: { ...headers, host: name },
      agent: false,
    });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      sent.on("response", resolve).on("error", reject);
    });
    sent.end();
    const answer = await answered;
    return {
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      body: await text(answer),
    };
  }

  return {
    db,
    site,
    org,
    host,
    service,
    token: server.token,
    send,
    /** At the hostname of the site. */
    get: (path: string, headers: Headers = {}) => raw("GET", host, path, headers),
    ask: (method: string, path: string) => raw(method, host, path, {}),
    asHost: (name: string, path: string) => raw("GET", name, path, {}),
    /** At the base URL of the platform, without a token. */
    own: (path: string, headers: Headers = {}) =>
      raw("GET", new URL(server.url).host, path, headers),
    url: server.url,
    /** The broken links according to the platform, as `page#anchor`. */
    async brokenAnchors(): Promise<string[]> {
      const spaces = await db
        .selectFrom("site_spaces")
        .select("space_id as id")
        .where("site_id", "=", site)
        .execute();
      const anchors: string[] = [];
      for (const { id } of spaces) {
        const { body } = await send(`GET /v1/spaces/${id}/links?status=broken&limit=1000`);
        for (const { targetReference: to } of JSON.parse(body).items) {
          if (to?.internalLocation?.anchor === undefined) continue;
          anchors.push(`${to.page.path}#${to.internalLocation.anchor}`);
        }
      }
      return anchors;
    },
    async change(json: object) {
      await send(`PATCH ${api}`, { json });
    },
    async addRedirect(source: string, url: string) {
      await send(`POST ${api}/redirects`, {
        json: { source, destination: { kind: "external", url } },
      });
    },
    async setFallback(fallbackURL: string) {
      await send(`PATCH ${api}/publishing/auth`, { json: { fallbackURL } });
    },
    async visitorToken(claims: Readonly<Record<string, unknown>> = {}) {
      const { privateKey } = JSON.parse((await send(`GET ${api}/publishing/auth`)).body);
      return signToken({
        claims: { ...claims },
        from: new Date(time),
        seconds: 600,
        secret: Buffer.from(privateKey),
      });
    },
    /** An hour later. */
    async wait() {
      time += 60 * 60 * 1000;
    },
  };
}
