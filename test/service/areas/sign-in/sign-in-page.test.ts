import { describe, expect, test } from "vitest";
import { signInPage, signOut } from "../../../../src/service/areas/sign-in/sign-in-page.ts";
import { findSignIn, openSignIn } from "../../../../src/service/areas/sign-in/sign-ins.ts";
import { base, openRequests } from "./requests.ts";

async function start() {
  const opened = await openRequests();
  const { workspace, org, provider, db } = opened;
  const user = await workspace.member(org, "read");
  const names = { email: "ada@example.com", display_name: "Ada <Lee>" };
  await db.updateTable("users").set(names).where("id", "=", user).execute();
  const open = () =>
    openSignIn(db, {
      ...({ kind: "browser", user, organization: org, provider: provider.id } as const),
      now: workspace.now,
    });
  return { ...opened, open };
}

describe("the sign-in page", () => {
  test("asks for an email address, and keeps the next page", async () => {
    const { request } = await start();
    const { status, headers, body } = await signInPage(request({ query: { next: '/"x' } }));
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    });
    expect(headers["content-security-policy"]).toContain("form-action 'self'");
    expect(headers["content-security-policy"]).not.toContain("form-action 'self' ");
    expect(body).toContain("<title>Sign in");
    expect(body).toContain('<form method="get" action="/_signin">');
    expect(body).toMatch(/<input type="hidden" name="next" value="\/&(quot|#34);x">/);
  });

  test("shows the session, and redirects to the next page only with one", async () => {
    const { request, open, workspace } = await start();
    const cookie = `tome-session=${await open()}`;
    const { status, body } = await signInPage(request({ headers: { cookie } }));
    expect(status).toBe(200);
    expect(body).toContain("<title>You are signed in");
    const end = new Date(workspace.now.getTime() + 12 * 3_600_000).toISOString();
    expect(body).toContain(
      `<p>Ada &lt;Lee&gt; (ada@example.com), Acme. The session expires at ${end}. `,
    );
    const query = { next: "/_signin/tool?port=1" };
    const led = await signInPage(request({ headers: { cookie }, query }));
    expect([led.status, led.headers, led.body]).toEqual([
      303,
      {
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        location: `${base}/_signin/tool?port=1`,
      },
      "",
    ]);
    expect((await signInPage(request({ query }))).status).toBe(200);
  });

  test("lists the active providers of the domain's organization, the oldest first", async () => {
    const { request, workspace, provider, addProvider, db, org, pass } = await start();
    const other = await workspace.organization("Other");
    const owner = await workspace.member(other, "admin");
    await addProvider("Foreign", other, owner);
    const inactive = await addProvider("Inactive");
    const without = { certificate: "" };
    await db.updateTable("saml_providers").set(without).where("id", "=", inactive.id).execute();
    pass(-60_000);
    const older = await addProvider("Older");
    const [first, second] = [
      ["Older", older.id],
      ["Login", provider.id],
    ] as const;
    const list = async (email: string) => {
      const { status, body } = await signInPage(request({ query: { email, next: "/a?b" } }));
      const links = [...String(body).matchAll(/<li><a href="([^"]+)">([^<]+)<\/a> for ([^<]+)/g)];
      return { status, body: String(body), links: links.map((one) => one.slice(1)) };
    };
    const link = ([label, id]: readonly [string, string]) => [
      `${base}/v1/orgs/${org}/saml/${id}/start?next=%2Fa%3Fb`,
      label,
      "Acme",
    ];
    const listed = await list("Ada@EXAMPLE.com");
    expect([listed.status, listed.links]).toEqual([200, [link(first), link(second)]]);
    for (const email of ["ada@other.example", "no address"]) {
      const { status, body, links } = await list(email);
      expect([status, links]).toEqual([404, []]);
      expect(body).toContain(`has verified the domain of ${email}. `);
      expect(body).toContain('<a href="/_signin?next=%2Fa%3Fb">Use another email address</a>');
    }
    await db.updateTable("saml_providers").set({ sso_url: "" }).execute();
    expect((await list("ada@example.com")).status).toBe(404);
  });
});

describe("signing out", () => {
  test("ends the session in the database and in the browser", async () => {
    const { request, open, workspace, db } = await start();
    const [ended, kept] = [await open(), await open()];
    const headers = { cookie: `tome-session=${ended}` };
    const out = await signOut(request({ headers, body: "" }));
    expect([out.status, out.headers.location]).toEqual([303, `${base}/_signin`]);
    expect(out.headers["set-cookie"]).toBe(
      "tome-session=; Path=/_signin; HttpOnly; SameSite=Lax; Max-Age=0",
    );
    const find = (secret: string) => findSignIn(db, secret, "browser", workspace.now);
    expect([await find(ended), (await find(kept))?.user.email]).toEqual([
      undefined,
      "ada@example.com",
    ]);
  });

  test("is refused without a session, with a link to sign in", async () => {
    const { request } = await start();
    const { status, headers, body } = await signOut(request({ body: "" }));
    expect([status, headers["set-cookie"]]).toEqual([401, undefined]);
    expect(body).toContain("<p>You are not signed in in this browser.</p>");
    expect(body).toContain(`<p><a href="${base}/_signin">Sign in</a></p>`);
  });
});
