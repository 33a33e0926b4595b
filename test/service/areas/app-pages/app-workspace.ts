/** The workspace pages of a platform in memory, as the browser of any user gets them. */
import type { Headers } from "../../../../src/contract/wire.ts";
import { issueToken } from "../../../../src/service/server/tokens.ts";
import type { ServiceOptions } from "../../../../src/service/service.ts";
import { getText } from "../../../support/platforms/platform.ts";
import { openSitesFixture } from "../sites/fixture.ts";

const base = "http://127.0.0.1:4000";

export interface ReadPage {
  readonly status: number;
  readonly headers: Headers;
  /** The content below the heading. */
  readonly content: string;
  readonly heading: string;
  /** The links above the page, as HTML. */
  readonly crumbs: string;
}

export async function openAppWorkspace(options: ServiceOptions = {}) {
  const fixture = await openSitesFixture(options);
  const { workspace } = fixture;
  const cookies = new Map<string, string>();

  async function send(path: string, headers: Headers) {
    const url = path.startsWith(base) ? path : `${base}${path}`;
    const response = await workspace.service.transport({
      method: "GET",
      url,
      headers: { accept: "text/html", ...headers },
    });
    return { ...response, text: await getText(response) };
  }

  async function signIn(user: string): Promise<string> {
    const token = await issueToken(workspace.db, { user, label: "browser", now: workspace.now });
    const headers = { authorization: `Bearer ${token}` };
    const { url } = JSON.parse((await send("/v1/sign-in/link?path=/_app", headers)).text);
    const { headers: answered } = await send(url, {});
    return String(answered["set-cookie"]).split(";")[0] ?? "";
  }

  async function read(user: string, path: string): Promise<ReadPage> {
    // A session ends after some hours.
    const session = `${user} ${workspace.now.toISOString()}`;
    const cookie = cookies.get(session) ?? (await signIn(user));
    cookies.set(session, cookie);
    const { status, headers, text } = await send(path, { cookie });
    const find = (form: RegExp) => form.exec(text)?.[1] ?? "";
    return {
      status,
      headers,
      heading: find(/<h1>(.*?)<\/h1>/s),
      content: find(/<\/h1>\n(.*)\n<\/main>/s),
      crumbs: find(/<ol>(.*?)<\/ol>/s),
    };
  }

  return Object.assign(fixture, { read });
}

/** A list as the pages write it. */
export const writeList = (...items: readonly string[]) =>
  `<ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`;

export const writeSection = (title: string, content: string) =>
  `<section><h2>${title}</h2>${content}</section>`;

export const writeLink = (path: string, title: string) =>
  `<a href="/_app${path}"><bdi>${title}</bdi></a>`;

/** The links above a page, to its parents by path. */
export const writeCrumbs = (parents: Readonly<Record<string, string>>) =>
  Object.entries({ "": "Workspace", ...parents })
    .map(([path, title]) => `<li>${writeLink(path, title)}</li>`)
    .join("");
