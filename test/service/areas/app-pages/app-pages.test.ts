/** The pages behind `urls.app`: contents, permissions, and the session of the browser. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { appPages } from "../../../../src/service/areas/app-pages/area.ts";
import { revokeToken } from "../../../../src/service/server/tokens.ts";
import { sample, slowTest } from "../../../support/generators/amount.ts";
import { hasChromium, openChromium } from "../../../support/machine/chromium.ts";
import { openAppPages, readCookie } from "./fixture.ts";

type Opened = Awaited<ReturnType<typeof openAppPages>>;

/** For tests that change no resources and no time. */
const shared = await openAppPages();

/** A change request of the sample with changes, its space and its organization. */
async function findSample({ api }: Opened) {
  const { items: organizations } = await api("GET /v1/orgs");
  for (const organization of organizations) {
    const { items } = await api(`GET /v1/orgs/${organization.id}/change-requests?status=open`);
    const { items: sites } = await api(`GET /v1/orgs/${organization.id}/sites`);
    if (items.length === 0 || sites.length === 0) continue;
    const [changeRequest] = items;
    const space = await api(`GET /v1/spaces/${changeRequest.space}`);
    const { pages } = await api(`GET /v1/spaces/${space.id}/content/pages`);
    return { organization, changeRequest, space, site: sites[0], page: pages[0] };
  }
  throw new Error("The sample has no change request.");
}

const hostileTitle = `"><script>alert(1)</script>'<img src=x>`;

describe("the pages of resources", () => {
  slowTest(
    "every urls.app of an organization, a space, a page, a change request and a site is a page",
    async () => {
      const opened = shared;
      const { getPage, signIn, api } = opened;
      const { organization, space, page, changeRequest, site } = await findSample(opened);
      const cookie = await signIn();
      for (const { urls, title, subject } of [organization, space, page, changeRequest, site]) {
        expect(new URL(urls.app).pathname).toMatch(/^\/_app\//);
        const { status, headers, body } = await getPage(urls.app, cookie);
        expect([urls.app, status]).toEqual([urls.app, 200]);
        expect(headers["content-type"]).toBe("text/html; charset=utf-8");
        expect(body).toContain(title ?? subject);
      }
      const inSpace = (await getPage(space.urls.app, cookie)).body;
      expect(inSpace).toContain(page.urls.app.replace(/^.*(?=\/_app)/, ""));
      expect(inSpace).toContain(changeRequest.subject);
      // The URL of a page still identifies the page for programs.
      const found = await api(`GET /v1/urls/content?url=${encodeURIComponent(page.urls.app)}`);
      expect(found.page.id).toBe(page.id);
    },
  );

  slowTest("a change request shows its changes, its pages and its preview", async () => {
    const opened = shared;
    const { getPage, signIn, api } = opened;
    const { changeRequest, space } = await findSample(opened);
    const cookie = await signIn();
    const { body } = await getPage(changeRequest.urls.app, cookie);
    const { changes } = await api(
      `GET /v1/spaces/${space.id}/change-requests/${changeRequest.id}/changes`,
    );
    const shown = changes.filter((one: { type: string }) =>
      ["page_created", "page_edited"].includes(one.type),
    );
    expect(shown.length).toBeGreaterThan(0);
    for (const { page, type } of shown) {
      expect(body).toContain(`${type === "page_edited" ? "Edited" : "Added"}: <a href=`);
      const changed = await getPage(`${changeRequest.urls.app}/page/${page.id}`, cookie);
      expect(changed.status).toBe(200);
      expect(changed.body).toContain(`<h1>${page.title}</h1>`);
      expect(changed.body).toMatch(/<article><(?:p|ol|ul|h2)/);
    }
    expect(body).toContain("/preview");
    const preview = await getPage(`${changeRequest.urls.app}/preview`, cookie);
    expect(preview.status).toBe(303);
    expect(preview.headers.location).toMatch(/\/_site\/.*token=.*changeRequest=/);
  });

  slowTest("a hostile title is text on every page", async () => {
    const opened = await openAppPages();
    const { getPage, signIn, api } = opened;
    const { organization, changeRequest, space, site } = await findSample(opened);
    const inSpace = `/v1/spaces/${space.id}`;
    const named = { title: hostileTitle };
    await api(`PATCH ${inSpace}`, named);
    await api(`PATCH /v1/orgs/${organization.id}`, named);
    await api(`PATCH /v1/orgs/${organization.id}/sites/${site.id}`, { title: hostileTitle });
    const inRequest = `${inSpace}/change-requests/${changeRequest.id}`;
    await api(`PATCH ${inRequest}`, { subject: hostileTitle });
    await api(`POST ${inRequest}/content`, {
      changes: [
        {
          operation: "insert_page",
          title: hostileTitle,
          document: { markdown: `# ${hostileTitle}\n\n[x](javascript:alert(1))` },
        },
      ],
    });
    const { changes } = await api(`GET ${inRequest}/changes?limit=100`);
    const added = changes.find((one: { type: string }) => one.type === "page_created");
    const cookie = await signIn();
    const addresses = [
      "/_app",
      organization.urls.app,
      space.urls.app,
      site.urls.app,
      changeRequest.urls.app,
      `${changeRequest.urls.app}/page/${added.page.id}`,
    ];
    for (const url of addresses) {
      const { status, body, headers } = await getPage(url, cookie);
      expect([url, status]).toEqual([url, 200]);
      expect(body).toContain("&lt;script&gt;");
      expect(body).not.toMatch(/<script|<img src=x|href="javascript/i);
      expect(headers["content-security-policy"]).toMatch(
        /^default-src 'none'; img-src data: 'self'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
      );
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  slowTest("a user sees the same resources as with the API, and no others", async () => {
    const opened = shared;
    const { getPage, signIn, api, service, createToken } = opened;
    const { items: organizations } = await api("GET /v1/orgs");
    const users = await service.db.selectFrom("users").select("email").execute();
    const addresses: { readonly api: string; readonly app: string }[] = [];
    const add = (items: readonly { urls: { location: string; app: string } }[]) => {
      for (const { urls } of items) addresses.push({ api: urls.location, app: urls.app });
    };
    for (const { id, urls } of organizations) {
      add([{ urls }]);
      add((await api(`GET /v1/orgs/${id}/spaces?limit=100`)).items);
      add((await api(`GET /v1/orgs/${id}/sites?limit=100`)).items);
      add((await api(`GET /v1/orgs/${id}/collections?limit=100`)).items);
      add((await api(`GET /v1/orgs/${id}/change-requests?limit=100`)).items);
    }
    const results = new Set<number>();
    for (const { email } of users.slice(0, 6)) {
      const token = await createToken(email);
      const cookie = await signIn(token);
      for (const { api: location, app } of sample(addresses, 8)) {
        const path = location.replace(opened.server.url, "");
        const headers = { authorization: `Bearer ${token}` };
        const { status } = await opened.send(`GET ${path}`, { headers });
        results.add(status);
        expect([email, app, (await getPage(app, cookie)).status]).toEqual([email, app, status]);
      }
    }
    expect([...results].sort()).toEqual([200, 404]);
  });
});

describe("the sign-in of a browser", () => {
  test("without a session, every page tells how to sign in, and nothing else", async () => {
    const opened = shared;
    const { getPage } = opened;
    const { space } = await findSample(opened);
    const page = await getPage(space.urls.app);
    expect(page.status).toBe(401);
    expect(page.body).toContain(`tome open space ${space.id}<`);
    expect(page.body).not.toContain(space.title);
    const missing = await getPage(space.urls.app.replace(space.id, "nothing"));
    expect(missing.body).toBe(page.body.replace(space.id, "nothing"));
    for (const path of ["/_app/%3Cscript%3E", "/_app/a/b/c/d", "/_app/spaces/$(id)", "/_app/"]) {
      const { status, body } = await getPage(path);
      expect([path, status]).toEqual([path, 401]);
      expect(body).toContain("<code>tome open</code>");
      expect(body).not.toContain("script");
    }
  });

  slowTest("a link opens its page once, and sets a cookie for the pages only", async () => {
    const opened = shared;
    const { createLink, getPage, server } = opened;
    const { space } = await findSample(opened);
    const link = await createLink(new URL(space.urls.app).pathname);
    expect(link).not.toContain(server.token);
    const first = await getPage(link);
    expect([first.status, first.headers.location]).toEqual([303, space.urls.app]);
    expect(first.headers["set-cookie"]).toEqual([
      expect.stringMatching(/^tome-app=[\w+/=]+; Path=\/_app; HttpOnly; SameSite=Lax$/),
    ]);
    expect(first.headers["referrer-policy"]).toBe("no-referrer");
    expect((await getPage(space.urls.app, readCookie(first))).status).toBe(200);
    const second = await getPage(link);
    expect([second.status, second.headers["set-cookie"]]).toEqual([401, undefined]);
  });

  test("a request for the headers of a link does not use it", async () => {
    const { createLink, getPage, send, server } = shared;
    const link = await createLink();
    const { status, headers } = await send(`HEAD ${link.replace(server.url, "")}`);
    expect([status, headers["set-cookie"]]).toEqual([303, undefined]);
    expect((await getPage(link)).status).toBe(303);
  });

  slowTest("of simultaneous uses of a link, one succeeds", async () => {
    const { createLink, getPage } = shared;
    const link = await createLink();
    const answers = await Promise.all(Array.from({ length: 10 }, () => getPage(link)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(9).fill(401)]);
  });

  slowTest("a link expires after a minute, and a session after twelve hours", async () => {
    const { createLink, getPage, signIn, time } = await openAppPages();
    const [inTime, late] = [await createLink(), await createLink()];
    time.now += 59_000;
    expect((await getPage(inTime)).status).toBe(303);
    time.now += 2000;
    expect((await getPage(late)).status).toBe(401);
    const cookie = await signIn();
    time.now += 12 * 60 * 60 * 1000 - 1000;
    expect((await getPage("/_app", cookie)).status).toBe(200);
    time.now += 2000;
    expect((await getPage("/_app", cookie)).status).toBe(401);
  });

  test.each(["", "x", "AAAA", "%00", "A".repeat(3000)])(
    "an invalid code is refused: %s",
    async (code) => {
      const { getPage } = shared;
      const { status, headers } = await getPage(`/_app/enter?code=${code}`);
      expect([status, headers["set-cookie"]]).toEqual([401, undefined]);
    },
  );

  slowTest("a changed code or cookie is refused", async () => {
    const { createLink, getPage, signIn } = shared;
    const link = await createLink();
    const cookie = await signIn();
    for (const at of sample([...Array(40).keys()], 10)) {
      const change = (text: string, start: number) => {
        const position = start + ((at * 7) % (text.length - start - 4));
        const other = text[position] === "A" ? "B" : "A";
        return text.slice(0, position) + other + text.slice(position + 1);
      };
      expect((await getPage(change(link, link.indexOf("code=") + 5))).status).toBe(401);
      expect((await getPage("/_app", change(cookie, "tome-app=".length))).status).toBe(401);
    }
    // A code is not a cookie, and a cookie is not a code.
    const code = new URL(link).searchParams.get("code") ?? "";
    const asCookie = Buffer.from(code, "base64url").toString("base64");
    expect((await getPage("/_app", `tome-app=${asCookie}`)).status).toBe(401);
    const asCode = Buffer.from(cookie.slice("tome-app=".length), "base64").toString("base64url");
    expect((await getPage(`/_app/enter?code=${asCode}`)).status).toBe(401);
    expect((await getPage(link)).status).toBe(303);
  });

  test.each([
    "https://evil.example/",
    "//evil.example",
    "/_app//evil.example",
    "/_app/../v1/orgs",
    "/_app\\evil.example",
    "/v1/orgs",
    "/_apple",
    "/_app?next=x",
    "/_app/x\r\nset-cookie: a=b",
    "",
  ])("a link leads to a workspace page only: %j", async (path) => {
    const { send } = shared;
    const query = new URLSearchParams({ path });
    expect((await send(`GET /v1/sign-in/link?${query}`)).status).toBe(400);
  });

  test("a link requires the token of a user", async () => {
    const { send, server } = shared;
    for (const token of ["", "Bearer wrong", `Bearer ${server.adminToken}`]) {
      const headers = { authorization: token };
      expect((await send("GET /v1/sign-in/link?path=/_app", { headers })).status).toBe(401);
    }
  });

  slowTest("a revoked token ends its links and sessions at once", async () => {
    const { createLink, createToken, getPage, signIn, service } = await openAppPages();
    const token = await createToken("owner@example.com");
    const cookie = await signIn(token);
    const link = await createLink("/_app", token);
    expect((await getPage("/_app", cookie)).status).toBe(200);
    const { hash } = await service.db
      .selectFrom("tokens")
      .select("hash")
      .where("label", "=", "test")
      .executeTakeFirstOrThrow();
    await revokeToken(service.db, hash);
    expect((await getPage("/_app", cookie)).status).toBe(401);
    expect((await getPage(link)).status).toBe(401);
  });

  slowTest("a disabled member loses the pages of the organization at once", async () => {
    const opened = await openAppPages();
    const { createToken, getPage, signIn, service } = opened;
    const { organization, space } = await findSample(opened);
    const member = await service.db
      .selectFrom("members")
      .innerJoin("users", "users.id", "members.user_id")
      .select(["users.email", "users.id"])
      .where("members.organization_id", "=", organization.id)
      .where("members.role", "=", "edit")
      .executeTakeFirstOrThrow();
    const cookie = await signIn(await createToken(member.email));
    expect((await getPage(organization.urls.app, cookie)).status).toBe(200);
    await service.db
      .updateTable("members")
      .set({ disabled: 1 })
      .where("user_id", "=", member.id)
      .execute();
    expect((await getPage(organization.urls.app, cookie)).status).toBe(404);
    expect((await getPage(space.urls.app, cookie)).status).toBe(404);
    expect((await getPage("/_app", cookie)).body).not.toContain(organization.title);
  });

  test("a user who signs out cannot use the session again", async () => {
    const { getPage, send, server, signIn } = shared;
    const cookie = await signIn();
    const headers = { authorization: "", cookie, origin: "http://evil.example" };
    expect((await send("POST /_app/sign-out", { headers })).status).toBe(403);
    expect((await getPage("/_app", cookie)).status).toBe(200);
    const own = { authorization: "", cookie, origin: server.url };
    const out = await send("POST /_app/sign-out", { headers: own });
    expect(out.headers["set-cookie"]?.[0]).toMatch(/^tome-app=; Path=\/_app; .*Max-Age=0$/);
    expect((await getPage("/_app", cookie)).status).toBe(401);
  });

  test("the cookie opens no API, and a token opens no page", async () => {
    const { getPage, send, signIn } = shared;
    const cookie = await signIn();
    expect((await send("GET /v1/orgs", { headers: { authorization: "", cookie } })).status).toBe(
      401,
    );
    expect((await send("GET /_app")).status).toBe(401);
    // A script of another page on this host cannot read it either.
    for (const mode of ["cors", "no-cors", "same-origin", "websocket"]) {
      const { status } = await getPage("/_app", cookie, { "sec-fetch-mode": mode });
      expect([mode, status]).toEqual([mode, 403]);
    }
    const navigated = await getPage("/_app", cookie, { "sec-fetch-mode": "navigate" });
    expect(navigated.status).toBe(200);
  });

  test("only GET requests read pages, and every page requires a session", () => {
    const routes = appPages.publicRoutes ?? [];
    const readers = routes.filter(({ access }) => access === "session");
    expect(readers.every(({ route }) => route.startsWith("GET /_app"))).toBe(true);
    expect(routes.filter(({ access }) => access === "anyone").map(({ route }) => route)).toEqual([
      "GET /_app/enter",
      "POST /_app/sign-out",
    ]);
  });
});

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe.skipIf(!hasChromium)("a browser", () => {
  slowTest("opens accessible pages from a link", async () => {
    const opened = shared;
    const { createLink } = opened;
    const { organization, space, page, changeRequest, site } = await findSample(opened);
    const browser = await openChromium();
    try {
      const tab = await browser.newTab();
      await tab.open(await createLink(new URL(space.urls.app).pathname));
      for (const { urls } of [space, page, changeRequest, site, organization]) {
        await tab.open(urls.app);
        expect(await tab.evaluate("location.href")).toBe(urls.app);
        expect(tab.complaints()).toEqual([]);
        await tab.evaluate(`${axe}; 0`);
        const barriers = await tab.evaluate(
          "axe.run(document).then(({ violations }) => violations.map(({ id }) => id))",
        );
        expect([urls.app, barriers]).toEqual([urls.app, []]);
      }
      await tab.follow("document.querySelector('header button').click()");
      expect(await tab.evaluate("document.title")).toBe("You are signed out");
    } finally {
      await browser.close();
    }
  });
});
