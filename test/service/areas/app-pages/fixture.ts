/** A served sample workspace with a browser that has its cookie. */
import { issueToken } from "../../../../src/service/server/tokens.ts";
import { addSample } from "../../../support/platforms/sample.ts";
import { type Sent, serve } from "../../../support/platforms/served.ts";

/** The headers of a browser that navigates to a page. */
const navigation = { authorization: "", accept: "text/html,*/*;q=0.8" };

export async function openAppPages() {
  const time = { now: Date.now() };
  const served = await serve({ realTime: () => time.now });
  const { service, server, send } = served;
  await addSample(service);
  await service.jobs.finish();

  /** The response to a request of the API, which must succeed. */
  async function api(what: string, json?: unknown, token = server.token) {
    const headers = { authorization: `Bearer ${token}` };
    const { status, body } = await send(what, { headers, ...(json !== undefined && { json }) });
    if (status >= 300) throw new Error(`${what}: ${status} ${body}`);
    return body === "" ? undefined : JSON.parse(body);
  }

  /** A page as a browser with a cookie gets it. */
  const getPage = (url: string, cookie = "", headers = {}): Promise<Sent> =>
    send(`GET ${url.replace(server.url, "")}`, {
      headers: { ...navigation, cookie, ...headers },
    });

  /** A link that signs a browser in, for the owner of a token. */
  async function createLink(path = "/_app", token = server.token): Promise<string> {
    const { url } = await api(
      `GET /v1/sign-in/link?${new URLSearchParams({ path })}`,
      undefined,
      token,
    );
    return url;
  }

  /** @returns the cookie of a browser that opened a link */
  async function signIn(token = server.token): Promise<string> {
    return readCookie(await getPage(await createLink("/_app", token)));
  }

  /** A token of a sample user. */
  async function createToken(email: string): Promise<string> {
    const { id } = await service.db
      .selectFrom("users")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    return issueToken(service.db, { user: id, label: "test", now: new Date(time.now) });
  }

  return { ...served, time, api, getPage, createLink, signIn, createToken };
}

/** The cookie that a response sets, as a Cookie header. */
export function readCookie({ headers }: Sent): string {
  return (headers["set-cookie"]?.[0] ?? "").split(";")[0] ?? "";
}
