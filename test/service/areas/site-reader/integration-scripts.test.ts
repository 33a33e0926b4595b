import { expect, test } from "vitest";
import { slowTest } from "../../../support/generators/amount.ts";
import { publishPages } from "../../../support/organizations/content.ts";
import { openTestPlatform } from "../../../support/platforms/platform.ts";
import { bundleSource } from "../../../support/platforms/scripts.ts";
import { Workspace } from "../../../support/platforms/workspace.ts";

const analytics = await bundleSource(`
  import { createIntegration } from "@gitbook/runtime";
  export default createIntegration({
    fetch_published_script: async (event, { environment }) =>
      new Response("/* " + environment.siteInstallation.site + " */", {
        headers: { "content-type": "application/javascript", "set-cookie": "a=b" },
      }),
  });
`);

const contentSecurityPolicy = {
  "script-src": "https://cdn.example.com;",
  "img-src": "https://pixel.example.com",
  "connect-src": "'none'",
  "default-src": "*",
  "frame-ancestors": "*",
  "form-action": "https://evil.example.com",
};

async function openSite(integrationScripts: boolean, scopes: readonly string[]) {
  const { ask, service } = await openTestPlatform({ integrations: true, integrationScripts });
  const send = async <T>(what: string, body?: unknown): Promise<T> => {
    const answer = await ask(what.replace(" /", " /v1/"), body === undefined ? {} : { body });
    if (answer.status >= 300) throw new Error(`${what}: ${JSON.stringify(answer.body)}`);
    return answer.body as T;
  };
  const { items } = await send<{ items: { id: string }[] }>("GET /orgs");
  const organization = items[0]?.id ?? "";
  await send("POST /integrations/analytics", {
    ...{ organization, title: "Analytics", description: "", script: analytics, scopes },
    ...{ target: "site", runtime: "v2", contentSecurityPolicy },
  });
  await send("POST /integrations/analytics/installations", { organization });
  const space = await send<{ id: string }>(`POST /orgs/${organization}/spaces`, { title: "Guide" });
  const workspace = new Workspace(service, { now: new Date() });
  await publishPages(workspace, space.id, [{ title: "Home", slug: "home", markdown: "Text.\n" }]);
  const site = await send<{ id: string }>(`POST /orgs/${organization}/sites`, {
    title: "Docs",
    visibility: "public",
    spaces: [space.id],
  });
  const path = `/orgs/${organization}/sites/${site.id}`;
  const { urls } = await send<{ urls: { published: string } }>(`POST ${path}/publish`);
  return { ask, send, path, site: site.id, published: new URL(urls.published) };
}

slowTest(
  "pages contain the scripts that integrations may add, if the operator allows it",
  async () => {
    const { ask, send, path, site, published } = await openSite(true, ["site:script:inject"]);
    const scripts = await send<
      { script: string; cookies: boolean; contentSecurityPolicy: string }[]
    >(`GET ${path}/integration-scripts`);
    expect(scripts).toMatchObject([{ cookies: false }]);
    expect(scripts[0]?.contentSecurityPolicy).toContain("img-src https://pixel.example.com");
    const { pathname } = new URL(scripts[0]?.script ?? "");
    const script = await ask(`GET ${pathname}`, { token: null });
    expect(script).toMatchObject({ status: 200, body: `/* ${site} */` });
    expect(script.headers["set-cookie"]).toBeUndefined();
    const { host, pathname: home } = published;
    expect(host).not.toBe("tome.localhost");
    const page = await ask(`GET ${home}`, { token: null, host, headers: { accept: "text/html" } });
    expect([page.status, home]).toEqual([200, home]);
    expect(page.body).toContain(`<script src="${scripts[0]?.script}" defer></script>`);
    const policy = page.headers["content-security-policy"] ?? "";
    expect(policy).toContain(`script-src ${scripts[0]?.script} https://cdn.example.com`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("evil.example.com");
    const own = await ask(`GET /_site/${site}/`, { token: null, headers: { accept: "text/html" } });
    expect(own.body).not.toContain("<script");
    const made = await send<{ url: string }>(`GET ${path}/publishing/preview`);
    const preview = `${home}${new URL(made.url).search}`;
    const shown = await ask(`GET ${preview}`, { token: null, host, headers: { accept: "*/*" } });
    expect(shown.status).toBe(200);
    expect(shown.body).toContain("Text.");
    expect(shown.body).not.toContain("<script src");
  },
);

test("pages contain no scripts without the permission of the operator", async () => {
  const closed = await openSite(false, ["site:script:inject"]);
  const page = await closed.ask(`GET ${closed.published.pathname}`, {
    token: null,
    host: closed.published.host,
    headers: { accept: "text/html" },
  });
  expect(page.body).not.toContain("<script");
});

slowTest("pages contain no scripts without the scope", async () => {
  const other = await openSite(true, ["site:metadata:read"]);
  expect(await other.send(`GET ${other.path}/integration-scripts`)).toEqual([]);
});
