/** Sign-in by SAML: which users are signed in, as whom, for how long, and only this way. */
import { expect, test } from "vitest";
import { slowTest } from "../../../support/generators/amount.ts";
import { ask, openSignIns } from "./fixture.ts";

const who = /You are signed in[\s\S]*\((\S+@\S+)\)/;

/** For tests that depend neither on what others sign in nor on the time. */
const shared = await openSignIns();

async function memberBy(opened: Awaited<ReturnType<typeof openSignIns>>, email: string) {
  const { api, org } = opened;
  const { items } = await api(`GET /v1/orgs/${org}/members?limit=1000`);
  return items.find(({ user }: { user: { email: string } }) => user.email === email);
}

slowTest(
  "a new user of the organization's domain joins with the default role and is signed in",
  async () => {
    const opened = await openSignIns();
    const { base, signIn } = opened;
    const { status, location, cookie } = await signIn("New.Person@example.com");
    expect([status, location]).toEqual([303, `${base}/_signin`]);
    const page = await ask(`${base}/_signin`, { cookie });
    expect(who.exec(page.body)?.[1]).toBe("new.person@example.com");
    const member = await memberBy(opened, "new.person@example.com");
    expect(member).toMatchObject({ role: "read", sso: true, disabled: false });
    const { api, org } = opened;
    const joinEvents = async () =>
      (await api(`GET /v1/orgs/${org}/audit-events?action=joinOrganization`)).items;
    const [event, ...others] = await joinEvents();
    expect([event.actor.id, event.target.id, others]).toEqual([member.user.id, org, []]);
    const { payload } = await api(`GET /v1/orgs/${org}/audit-events/${event.id}`);
    expect(payload).toMatchObject({ path: { organizationId: org }, provider: "Our login" });
    await signIn("New.Person@example.com");
    expect(await joinEvents()).toHaveLength(1);
  },
);

slowTest(
  "a provider signs in no user of another domain, not even a member, until it is verified",
  async () => {
    const opened = await openSignIns();
    const { signIn, api, org } = opened;
    const refused = await signIn("eve@elsewhere.example");
    expect([refused.status, refused.cookie]).toEqual([403, undefined]);
    expect(refused.body).toContain("eve@elsewhere.example cannot sign in to this organization");
    await api(`POST /v1/orgs/${org}/invites`, { emails: ["eve@elsewhere.example"], role: "edit" });
    expect((await signIn("eve@elsewhere.example")).status).toBe(403);
    await api(`POST /v1/orgs/${org}/domains`, { domain: "elsewhere.example" });
    expect((await signIn("eve@elsewhere.example")).status).toBe(303);
    expect(await memberBy(opened, "eve@elsewhere.example")).toMatchObject({
      role: "edit",
      sso: true,
    });
  },
);

slowTest("a member keeps the role, and a disabled one cannot sign in", async () => {
  const opened = await openSignIns();
  const { signIn, db, org } = opened;
  await signIn("jonas@example.com");
  const { user } = await memberBy(opened, "jonas@example.com");
  expect((await memberBy(opened, "jonas@example.com")).role).not.toBe("read");
  await db
    .updateTable("members")
    .set({ disabled: 1 })
    .where("organization_id", "=", org)
    .where("user_id", "=", user.id)
    .execute();
  expect((await signIn("jonas@example.com")).status).toBe(403);
});

test("a SAML response is accepted once, in the browser that started the sign-in", async () => {
  const { begin, bring, message } = shared;
  const { id, cookie } = await begin();
  const brought = message({ inResponseTo: id });
  const first = await bring(brought);
  expect(first.status).toBe(303);
  const again = await bring(brought);
  expect([again.status, again.body.includes("the assertion was already used")]).toEqual([
    403,
    true,
  ]);
  const elsewhere = await ask(first.location, { cookie: (await begin()).cookie });
  expect(elsewhere.status).toBe(403);
  expect((await ask(first.location)).status).toBe(403);
  expect((await ask(first.location, { cookie })).status).toBe(303);
  expect((await ask(first.location, { cookie })).status).toBe(403);
});

slowTest("a response to no request, or to an old one, signs in no user", async () => {
  const { begin, bring, message, pass } = shared;
  const { cookie } = await begin();
  const invented = await bring(message({ inResponseTo: "_invented" }));
  expect((await ask(invented.location, { cookie })).status).toBe(403);
  const late = await begin();
  pass(11);
  const { location } = await bring(message({ inResponseTo: late.id }));
  expect((await ask(location, { cookie: late.cookie })).status).toBe(403);
  const slow = await begin();
  const arrived = await bring(message({ inResponseTo: slow.id }));
  pass(2);
  expect((await ask(arrived.location, { cookie: slow.cookie })).status).toBe(403);
});

test("a refusal states the reason, and a page of another site gets no redirect", async () => {
  const { bring, message, base, provider } = shared;
  const { status, body } = await bring(message({ audience: "https://other.example" }));
  expect([status, body.includes("it is for another service")]).toEqual([403, true]);
  const origin = "https://evil.example";
  const posts = [
    `${base}/_signin/out`,
    `${base}/_signin/tool`,
    `${base}/v1/sign-in/token`,
    provider.service.acsURL.replace("/acs", ""),
  ];
  for (const address of posts) {
    expect((await ask(address, { method: "POST", form: {}, origin })).status).toBe(403);
  }
});

slowTest(
  "a session ends at sign-out, after twelve hours, and with the provider and the membership",
  async () => {
    const opened = await openSignIns();
    const { base, signIn, pass, api, org, provider } = opened;
    const isIn = async (cookie: string | undefined) =>
      who.test((await ask(`${base}/_signin`, { cookie })).body);
    const first = await signIn("ada@example.com");
    expect(await isIn(first.cookie)).toBe(true);
    const out = await ask(`${base}/_signin/out`, {
      method: "POST",
      form: {},
      cookie: first.cookie,
    });
    expect([out.status, out.cookie]).toEqual([303, "tome-session="]);
    expect(await isIn(first.cookie)).toBe(false);
    const second = await signIn("ada@example.com");
    pass(12 * 60 + 1);
    expect(await isIn(second.cookie)).toBe(false);
    const third = await signIn("ada@example.com");
    const { user } = await memberBy(opened, "ada@example.com");
    await api(`DELETE /v1/orgs/${org}/members/${user.id}`);
    expect(await isIn(third.cookie)).toBe(false);
    // A member whom an admin removed joins again only by invitation.
    const fourth = await signIn("jonas@example.com");
    expect(await isIn(fourth.cookie)).toBe(true);
    await api(`DELETE /v1/orgs/${org}/saml/${provider.id}`);
    expect(await isIn(fourth.cookie)).toBe(false);
    expect(await isIn("tome-session=tome_web_invented")).toBe(false);
  },
);

slowTest("signed-in users see unpublished sites until they sign out", async () => {
  const { base, signIn, privateSite } = await openSignIns();
  const site = await privateSite();
  const stranger = await ask(`${site}/`);
  expect([stranger.status, stranger.body.includes("Site not found")]).toEqual([404, true]);
  expect(stranger.body).toContain(`${base}/_signin/to?to=`);
  const to = `${base}/_signin/to?${new URLSearchParams({ to: `${site}/` })}`;
  expect((await ask(to)).location).toContain(`${base}/_signin?next=`);
  const { cookie, location } = await signIn("jonas@example.com", `${site}/`);
  expect(location).toBe(to.replace("%2F%3F", "%2F%3F"));
  const handed = await ask(location, { cookie });
  const page = await ask(handed.location);
  expect([handed.status, page.status]).toEqual([303, 200]);
  const kept = page.cookie;
  expect((await ask(`${site}/`, { cookie: kept })).status).toBe(200);
  await ask(`${base}/_signin/out`, { method: "POST", form: {}, cookie });
  expect((await ask(`${site}/`, { cookie: kept })).status).toBe(404);
  expect((await ask(handed.location)).status).toBe(404);
});

slowTest(
  "open redirects are refused, and a provider of one organization gives no access to another",
  async () => {
    const { base, signIn, privateSite, db, site } = await openSignIns();
    for (const next of [
      "https://evil.example/",
      "//evil.example",
      "javascript:alert(1)",
      "/v1/user",
    ]) {
      expect((await signIn("ada@example.com", next)).location).toBe(`${base}/_signin`);
      const to = await ask(`${base}/_signin/to?${new URLSearchParams({ to: next })}`);
      expect([to.status, to.location]).toEqual([400, ""]);
    }
    const address = await privateSite();
    const { cookie } = await signIn("jonas@example.com");
    // Of a signed-in user, so that the page redirects to the program's sign-in at once.
    for (const [next, query] of [
      ["\r\nset-cookie: a=b", "set-cookie:%20a=b"],
      ["a=1\nlocation: https://evil.example/", "a=1location:%20https://evil.example/"],
      ["\0\u2028é#x", "%00%E2%80%A8%C3%A9#x"],
      ["/../../v1/user", "/../../v1/user"],
      ["@evil.example", "@evil.example"],
    ] as const) {
      const way = new URLSearchParams({ next: `/_signin/tool?${next}` });
      const led = await ask(`${base}/_signin?${way}`, { cookie });
      expect([led.status, led.location]).toEqual([303, `${base}/_signin/tool?${query}`]);
      expect(led.cookie).toBeUndefined();
    }
    const other = await db
      .selectFrom("organizations")
      .select("id")
      .where("id", "<>", site.organization_id)
      .executeTakeFirstOrThrow();
    await db.updateTable("sign_ins").set({ organization_id: other.id }).execute();
    const to = `${base}/_signin/to?${new URLSearchParams({ to: address })}`;
    const { status, location } = await ask(to, { cookie });
    expect([location.includes("token="), status === 200]).toEqual([false, false]);
  },
);

test("the sign-in page links to the providers of the domain, and to no others", async () => {
  const { base, provider } = shared;
  const form = await ask(`${base}/_signin?next=x`);
  expect(form.body).toContain('name="email"');
  const ways = await ask(`${base}/_signin?email=bob%40Example.com&next=%22%3E%3Cscript%3E`);
  expect(ways.body).toContain(`${provider.service.startURL}?next=%22%3E%3Cscript%3E`);
  expect(ways.body).not.toContain("<script");
  const none = await ask(`${base}/_signin?email=bob%40ample.com`);
  expect([none.status, none.body.includes("Single sign-on is not available")]).toEqual([404, true]);
});

slowTest("an organization that enforces single sign-on is joined only by it", async () => {
  const opened = await openSignIns();
  const { api, org, signIn, db, base } = opened;
  await api(`PATCH /v1/orgs/${org}`, { sso: true });
  const invite = await api(`POST /v1/orgs/${org}/link-invites`, { role: "edit" });
  const { issueToken } = await import("../../../../src/service/server/tokens.ts");
  const user = "stranger";
  await db
    .insertInto("users")
    .values({
      id: user,
      display_name: "Sam",
      email: "sam@example.com",
      photo_url: null,
      created_at: new Date().toISOString(),
    })
    .execute();
  const bearer = await issueToken(db, { user, label: "own", now: new Date() });
  for (const path of [`join`, `invites/${invite.id}`]) {
    const refused = await ask(`${base}/v1/orgs/${org}/${path}`, {
      method: "POST",
      json: {},
      bearer,
    });
    expect([path, refused.status]).toEqual([path, 403]);
    expect(refused.body).toContain("single sign-on");
  }
  expect((await signIn("sam@example.com")).status).toBe(303);
  expect(await memberBy(opened, "sam@example.com")).toMatchObject({ role: "read", sso: true });
});

slowTest("a member whom an admin removed signs in again only after an invitation", async () => {
  const opened = await openSignIns();
  const { signIn, api, org } = opened;
  await signIn("jonas@example.com");
  const { user } = await memberBy(opened, "jonas@example.com");
  await opened.send(`DELETE /v1/orgs/${org}/members/${user.id}`);
  expect((await signIn("jonas@example.com")).status).toBe(403);
  expect(await memberBy(opened, "jonas@example.com")).toBeUndefined();
  await api(`POST /v1/orgs/${org}/invites`, { emails: ["jonas@example.com"], role: "edit" });
  expect((await signIn("jonas@example.com")).status).toBe(303);
  expect((await memberBy(opened, "jonas@example.com")).role).toBe("edit");
});

slowTest(
  "failed sign-ins are shown to admins with both entity ids, and equal ones only once",
  async () => {
    const opened = await openSignIns();
    const { begin, bring, message, signIn, api, org, provider, identity } = opened;
    const { id } = await begin();
    for (let times = 0; times < 3; times++) {
      await bring(message({ inResponseTo: id, issuer: "https://other.example.com" }));
    }
    opened.pass(1);
    await signIn("eve@elsewhere.example");
    const { lastFailures } = await api(`GET /v1/orgs/${org}/saml/${provider.id}`);
    expect(lastFailures.map(({ reason }: { reason: string }) => reason)).toEqual([
      expect.stringContaining("eve@elsewhere.example cannot sign in to this organization"),
      `The response from Our login was rejected: it is from another identity provider ("https://other.example.com" instead of "${identity.entityID}").`,
    ]);
    for (let times = 0; times < 12; times++) {
      opened.pass(1);
      await bring(message({ inResponseTo: id, issuer: `https://${times}.example.com` }));
    }
    const { lastFailures: last } = await api(`GET /v1/orgs/${org}/saml/${provider.id}`);
    expect(last).toHaveLength(10);
    expect(last[0].reason).toContain("https://11.example.com");
    await opened.send(`DELETE /v1/orgs/${org}/saml/${provider.id}`);
  },
);

slowTest("a response for another browser is shown to admins with the user", async () => {
  const { begin, bring, message, api, org, provider } = await openSignIns();
  const { id } = await begin();
  const { cookie } = await begin();
  const { location } = await bring(message({ email: "ada@example.com", inResponseTo: id }));
  for (const other of [cookie, undefined]) {
    expect((await ask(location, { cookie: other })).status).toBe(403);
  }
  const { lastFailures } = await api(`GET /v1/orgs/${org}/saml/${provider.id}`);
  expect(lastFailures.map(({ reason }: { reason: string }) => reason)).toEqual([
    "ada@example.com: This sign-in was started in another browser, or it has expired. Try again.",
  ]);
});

slowTest("failed sign-ins are in the audit log, each reason once within ten minutes", async () => {
  const { bring, message, api, org, provider, pass } = await openSignIns();
  for (const issuer of [
    "https://other.example",
    "https://other.example",
    "https://third.example",
  ]) {
    expect((await bring(message({ issuer }))).status).toBe(403);
    pass(2);
  }
  const { items } = await api(`GET /v1/orgs/${org}/audit-events?action=failSignIn`);
  expect(items.map(({ occurrences = 1 }: { occurrences?: number }) => occurrences)).toEqual([1, 2]);
  expect(items[0]).toMatchObject({
    actor: { type: "system" },
    target: { type: "saml-provider", id: provider.id, label: "Our login" },
  });
  const { payload } = await api(`GET /v1/orgs/${org}/audit-events/${items[0].id}`);
  expect(payload.reason).toContain("third.example");
});
