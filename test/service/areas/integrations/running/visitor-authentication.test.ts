import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { slowTest } from "../../../../support/generators/amount.ts";
import { bundleSource, openRunning } from "../../../../support/platforms/scripts.ts";

/** In the form of the published integrations for visitor authentication, with a built-in provider. */
const gate = await bundleSource(`
  import { createIntegration } from "@gitbook/runtime";
  const encode = (value) => btoa(value).replace(/\\+/g, "-").replace(/\\//g, "_").replace(/=+$/, "");
  async function sign(claims, secret) {
    const head = encode(JSON.stringify({ alg: "HS256", typ: "JWT" }));
    const text = head + "." + encode(JSON.stringify(claims));
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, ["sign"]);
    const bytes = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text));
    return text + "." + encode(String.fromCharCode(...new Uint8Array(bytes)));
  }
  export default createIntegration({
    fetch_visitor_authentication: async (event, { environment }) => {
      const { siteInstallation } = environment;
      const url = new URL("https://login.example.com/authorize");
      url.searchParams.set("redirect_uri", siteInstallation.urls.publicEndpoint + "/visitor-auth/response");
      url.searchParams.set("state", "state-" + (event.location ?? ""));
      return new Response(null, {
        status: 302,
        headers: {
          location: url.href,
          "set-cookie": "verifier=v1; Path=/; Secure; Max-Age=300",
          "x-request-id": "mine",
        },
      });
    },
    fetch: async (request, { api, environment }) => {
      const { installation, siteInstallation, signingSecrets } = environment;
      if (request.headers.get("cookie") !== "verifier=v1") return new Response("No verifier", { status: 400 });
      const { data } = await api.orgs.getSiteById(installation.target.organization, siteInstallation.site);
      const state = new URL(request.url).searchParams.get("state") ?? "";
      const to = new URL(data.urls.published.replace(/\\/?$/, "/") + state.slice("state-/".length));
      to.searchParams.set("jwt_token", await sign({ exp: 4102444800, plan: "pro" }, signingSecrets.siteInstallation));
      return Response.redirect(to.href);
    },
  });
`);

/** The limit of the console ends it sooner than the time limit. */
const endless = `export default { async fetch(request) {
  const event = JSON.parse((await request.formData()).get("event"));
  if (event.type === "fetch_visitor_authentication") for (;;) console.log("x".repeat(1000));
  return new Response("OK");
} };`;

const manifest = { scopes: ["site:metadata:read", "site:visitor:auth"], target: "site" };

/** One for all tests that change neither the script nor the installation. */
const shared = await openRunning(gate, undefined, manifest);

/** A published site whose visitors the integration signs in. */
async function openGated(running = shared, backend: "integration" | "custom" = "integration") {
  const { send, organization } = running;
  const space = await send<{ id: string }>(`POST /orgs/${organization}/spaces`, { title: "Guide" });
  const site = await send<{ id: string }>(`POST /orgs/${organization}/sites`, {
    title: "Docs",
    visibility: "visitor-auth",
    spaces: [space.id],
  });
  const path = `/orgs/${organization}/sites/${site.id}`;
  await send(`PATCH ${path}/publishing/auth`, { backend });
  const published = await send<{ urls: { published: string } }>(`POST ${path}/publish`);
  const open = (url: string, cookie?: string) => {
    const { host, pathname, search } = new URL(url);
    return running.ask(`GET ${pathname}${search}`, {
      token: null,
      host,
      headers: { accept: "text/html", ...(cookie !== undefined && { cookie }) },
    });
  };
  const openPage = (rest: string, cookie?: string) =>
    open(published.urls.published.replace(/\/$/, "") + rest, cookie);
  return { ...running, site: site.id, openPage, open };
}

function signWith(secret: string): string {
  const parts = [{ alg: "HS256", typ: "JWT" }, { exp: 4_102_444_800 }].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  );
  const text = parts.join(".");
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
}

function toCookie(header: string | undefined): string {
  return (header ?? "").split(";")[0] ?? "";
}

describe("a site whose visitors an integration signs in", () => {
  slowTest("redirects to the script, which signs the visitor in", async () => {
    const { openPage, open, events } = await openGated();
    const refused = await openPage("/start?tab=2");
    expect(refused.status).toBe(307);
    const signIn = refused.headers.location ?? "";
    expect(new URL(signIn).searchParams.get("location")).toBe("/start?tab=2");
    const started = await open(signIn);
    expect(started.status).toBe(302);
    const provider = new URL(started.headers.location ?? "");
    expect(provider.hostname).toBe("login.example.com");
    // A script cannot replace the id of the platform.
    expect(started.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    const cookie = started.headers["set-cookie"];
    expect(cookie).toMatch(/^tome-script-verifier=v1; Path=\/_integrations\/\S+\/visitor-auth; /);
    expect(cookie).toContain("HttpOnly; SameSite=Lax");
    const state = provider.searchParams.get("state") ?? "";
    const callback = `${provider.searchParams.get("redirect_uri")}?state=${encodeURIComponent(state)}`;
    const withoutCookie = await open(callback);
    expect(withoutCookie).toMatchObject({ status: 400, body: "No verifier" });
    const back = await open(callback, `session=1; ${toCookie(cookie)}`);
    expect(back.status).toBe(302);
    expect(back.headers.location).toMatch(/\/start\?tab=2&jwt_token=/);
    const entered = await open(back.headers.location ?? "");
    const visitor = toCookie(entered.headers["set-cookie"]);
    expect(entered.headers.location).not.toContain("jwt_token");
    const page = await openPage("/", visitor);
    // The space has no pages yet.
    expect(page.status).toBe(404);
    expect(page.body).toContain("Docs");
    const payload = { type: "fetch_visitor_authentication", location: "/start" };
    const signedIn = { status: "success", payload: expect.objectContaining(payload) };
    const all = (await events()).map(({ event }) => event);
    expect(all).toContainEqual(expect.objectContaining(signedIn));
  });

  slowTest("passes only a path of the site as location", async () => {
    const { openPage, open } = await openGated();
    const signIn = new URL((await openPage("/")).headers.location ?? "");
    for (const location of [
      "//evil.example.com/",
      "/\\evil.example.com",
      "/\t/evil.example.com",
      "https://evil.example",
    ]) {
      signIn.searchParams.set("location", location);
      const { headers } = await open(signIn.href);
      expect(new URL(headers.location ?? "").searchParams.get("state")).toBe("state-");
    }
  });

  async function getToken({ openPage, open }: Awaited<ReturnType<typeof openGated>>) {
    const signIn = (await openPage("/")).headers.location ?? "";
    const started = await open(signIn);
    const target = new URL(started.headers.location ?? "").searchParams.get("redirect_uri") ?? "";
    const back = await open(`${target}?state=state-/`, toCookie(started.headers["set-cookie"]));
    const token = new URL(back.headers.location ?? "").searchParams.get("jwt_token") ?? "";
    expect((await openPage(`/?jwt_token=${token}`)).status).toBe(307);
    return { signIn, token };
  }

  test("accepts no token of another installation", async () => {
    const gated = await openGated();
    const { openPage, installation, site } = gated;
    const { token } = await getToken(gated);
    const forged = signWith(`${installation.id} on ${site}`);
    expect((await openPage(`/?jwt_token=${forged}`)).status).toBe(403);
    const [head, , signature] = token.split(".");
    const changed = Buffer.from(JSON.stringify({ exp: 4_102_444_800, plan: "max" }));
    const altered = `${head}.${changed.toString("base64url")}.${signature}`;
    expect((await openPage(`/?jwt_token=${altered}`)).status).toBe(403);
  });

  slowTest("accepts no token after the integration is uninstalled", async () => {
    const gated = await openGated(await openRunning(gate, undefined, manifest));
    const { openPage, open, send, installation } = gated;
    const { signIn, token } = await getToken(gated);
    await send(`DELETE /integrations/checker/installations/${installation.id}`);
    expect((await openPage(`/?jwt_token=${token}`)).status).toBe(403);
    expect((await open(signIn)).status).toBe(404);
  });

  slowTest("reports a script that does not end, and keeps serving", async () => {
    const { openPage, open, events } = await openGated(
      await openRunning(endless, undefined, manifest),
    );
    const signIn = (await openPage("/")).headers.location ?? "";
    expect((await open(signIn)).status).toBe(502);
    const last = (await events()).at(-1);
    expect(last?.event).toMatchObject({
      status: "failed",
      failure: "The script was stopped: its console output exceeded 5 MiB.",
    });
    expect((await openPage("/")).status).toBe(307);
  });
});

test("a site with its own sign-in does not run the integration", async () => {
  const { openPage, open, installation, site } = await openGated(shared, "custom");
  expect((await openPage("/")).status).toBe(403);
  const endpoint = `${installation.urls.publicEndpoint}/sites/${site}/visitor-auth`;
  // The handler of other requests answers.
  expect(await open(endpoint)).toMatchObject({ status: 400, body: "No verifier" });
});
