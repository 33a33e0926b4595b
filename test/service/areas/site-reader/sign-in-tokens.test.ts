import { describe, expect, test } from "vitest";
import { slowTest, slowTests } from "../../../support/generators/amount.ts";
import { openReaders } from "../reader/fixture.ts";

const login = "https://login.example.com/";
const html = { accept: "text/html" };

async function openPrivateSite() {
  const readers = await openReaders();
  await readers.change({ visibility: "visitor-auth" });
  await readers.setFallback(login);
  return readers;
}

/** For tests that neither pass time nor count what others add. */
const shared = await openPrivateSite();

/** A token of approximately this length, with groups of a user. */
async function createToken(
  { visitorToken }: Awaited<ReturnType<typeof openReaders>>,
  length: number,
): Promise<string> {
  const empty = (await visitorToken({ groups: "" })).length;
  return visitorToken({ groups: "g".repeat(Math.floor(((length - empty) * 3) / 4)) });
}

function toCookieHeader(cookies: readonly string[] = []): string {
  return cookies.map((one) => one.split(";")[0] ?? "").join("; ");
}

describe("a large token", () => {
  slowTest("signs in up to 8192 characters, with one short cookie", async () => {
    const readers = shared;
    for (const length of [500, 790, 830, 3000, 3400, 5000, 8000, 8188]) {
      const token = await createToken(readers, length);
      expect(token.length).toBeLessThanOrEqual(8192);
      const first = await readers.get(`/?jwt_token=${token}`, html);
      expect([length, first.status]).toEqual([length, 307]);
      const { location = "", "set-cookie": cookies = [] } = first.headers;
      expect([cookies.length, (cookies[0]?.length ?? 0) < 1500]).toEqual([1, true]);
      const cookie = toCookieHeader(cookies);
      const second = await readers.get(location, { ...html, cookie });
      expect([second.status, second.headers.location]).toEqual([307, "/"]);
      expect((await readers.get("/", { ...html, cookie })).status).toBe(200);
    }
  });

  test("is deleted from the database after it has expired, and with its site", async () => {
    const readers = await openPrivateSite();
    const { db } = readers;
    const count = async () =>
      (await db.selectFrom("visitor_tokens").select("hash").execute()).length;
    const token = await createToken(readers, 2000);
    const { headers } = await readers.get(`/?jwt_token=${token}`, html);
    await readers.get(`/?jwt_token=${token}`, html);
    expect(await count()).toBe(1);
    const cookie = toCookieHeader(headers["set-cookie"]);
    await readers.wait();
    expect((await readers.get("/", { ...html, cookie })).status).toBe(307);
    await readers.get(`/?jwt_token=${await createToken(readers, 2000)}`, html);
    expect(await count()).toBe(1);
    await readers.send(`DELETE /v1/orgs/${readers.org}/sites/${readers.site}`);
    expect(await count()).toBe(0);
  });

  test("keeps the sign-in if unsigned claims do not fit into the cookie", async () => {
    const readers = shared;
    const token = await createToken(readers, 2000);
    const claims = Array.from({ length: 25 }, (_, at) => `visitor.c${at}=${"x".repeat(190)}`);
    const { headers } = await readers.get(`/?jwt_token=${token}&${claims.join("&")}`, html);
    const cookie = toCookieHeader(headers["set-cookie"]);
    expect(cookie.length).toBeLessThan(1000);
    expect((await readers.get("/", { ...html, cookie })).status).toBe(200);
  });

  slowTest("above the limit, or expired, leads to one error page and not to a loop", async () => {
    const readers = await openPrivateSite();
    const large = await createToken(readers, 9000);
    const refused = await readers.get(`/?jwt_token=${large}`, html);
    expect([refused.status, refused.headers.location]).toEqual([403, undefined]);
    expect(refused.body).toContain(
      `The sign-in token has ${large.length} characters, but at most 8192 are supported.`,
    );
    const token = await readers.visitorToken();
    await readers.wait();
    const expired = await readers.get(`/?jwt_token=${token}`, html);
    expect([expired.status, expired.body.includes("Your sign-in has expired.")]).toEqual([
      403,
      true,
    ]);
    expect((await readers.get("/", html)).status).toBe(307);
  });
});

describe("a browser without cookies", () => {
  test("gets an error page after the sign-in, and no loop", async () => {
    const readers = shared;
    const token = await readers.visitorToken();
    const { headers } = await readers.get(`/install?q=1&jwt_token=${token}`, html);
    const refused = await readers.get(headers.location ?? "", html);
    expect(refused.status).toBe(403);
    expect(refused.body).toContain("Your browser did not store the sign-in.");
    expect(refused.body).toContain(`${login}?location=%2Finstall%3Fq%3D1"`);
    // A client that is no browser gets the page itself.
    expect((await readers.get(`/install?jwt_token=${token}`)).status).toBe(200);
  });
});

describe("the redirect to the sign-in", () => {
  test("fits into the headers of a proxy", async () => {
    const readers = shared;
    const { location: short } = (await readers.get("/~search?q=a", html)).headers;
    expect(new URL(short ?? "").searchParams.get("location")).toBe("/~search?q=a");
    const { location } = (await readers.get(`/~search?q=${"ä".repeat(2000)}`, html)).headers;
    expect(new URL(location ?? "").searchParams.get("location")).toBe("/~search");
    const { location: root } = (await readers.get(`/${"a".repeat(7000)}`, html)).headers;
    expect(root).toBe(login);
  });
});

describe("cookies of other sites on the same host", () => {
  slowTest("do not replace the session of a site", async () => {
    const readers = shared;
    const other = await openPrivateSite();
    const [token, otherToken] = [await readers.visitorToken(), await other.visitorToken()];
    const signIn = async (readersOfSite: typeof readers, jwt: string) =>
      toCookieHeader((await readersOfSite.get(`/?jwt_token=${jwt}`, html)).headers["set-cookie"]);
    const [own, foreign] = [await signIn(readers, token), await signIn(other, otherToken)];
    for (const cookie of [`${own}; ${foreign}`, `${foreign}; ${own}`, `tome-visitor=x; ${own}`]) {
      expect((await readers.get("/", { ...html, cookie })).status).toBe(200);
    }
    // A visitor of another site signs in.
    expect((await readers.get("/", { ...html, cookie: foreign })).status).toBe(307);
  });
});

describe("cookies of a sign-in server", () => {
  test("gitbook-visitor-token signs in a visitor; of several, the valid one is used", async () => {
    const readers = shared;
    const token = await readers.visitorToken();
    for (const cookie of [
      `gitbook-visitor-token=${token}`,
      `gitbook-visitor-token=wrong; a=b; gitbook-visitor-token=${token}`,
      `tome-visitor=wrong; gitbook-visitor-token=${token}; gitbook-visitor-token=`,
    ]) {
      expect((await readers.get("/", { ...html, cookie })).status).toBe(200);
    }
    const wrong = await readers.get("/", { ...html, cookie: "gitbook-visitor-token=wrong" });
    expect(wrong.status).toBe(403);
  });

  slowTests.each([
    ["gitbook-visitor-token", "a malformed token"],
    ["gitbook-visitor-token", "a token of another key"],
    ["tome-visitor", "a malformed token"],
    ["tome-visitor", "a token of another key"],
  ])("a valid %s does not replace %s in the URL", async (name, kind) => {
    const readers = shared;
    const valid = await readers.visitorToken();
    const signature = valid.lastIndexOf(".") + 1;
    const forged = `${valid.slice(0, signature)}${"A".repeat(valid.length - signature)}`;
    const { headers } = await readers.get(`/?jwt_token=${valid}`, html);
    const session = toCookieHeader(headers["set-cookie"]);
    const cookie = name === "tome-visitor" ? session : `${name}=${valid}`;
    expect((await readers.get("/", { ...html, cookie })).status).toBe(200);
    const invalid = kind === "a malformed token" ? "wrong" : forged;
    const refused = await readers.get(`/?jwt_token=${invalid}`, { ...html, cookie });
    expect([refused.status, refused.headers["set-cookie"]]).toEqual([403, undefined]);
    expect(refused.body).toContain("Your sign-in was not accepted.");
    // The earlier sign-in is still valid.
    expect((await readers.get("/", { ...html, cookie })).status).toBe(200);
    const wrongCookie = cookie.replaceAll(valid, "wrong");
    const again = await readers.get(`/?jwt_token=${valid}`, { ...html, cookie: wrongCookie });
    expect([again.status, again.headers.location]).toEqual([307, "/"]);
  });

  test("gitbook-visitor-public has no effect on a site that requires a token", async () => {
    const readers = shared;
    const cookie = `gitbook-visitor-public=${encodeURIComponent('{"plan":"pro"}')}`;
    expect((await readers.get("/", { ...html, cookie })).status).toBe(307);
  });
});

slowTest("refused tokens are in the audit log, without the token", async () => {
  const readers = await openPrivateSite();
  for (let count = 0; count < 5; count++) {
    expect((await readers.get("/?jwt_token=invalid.secret.token", html)).status).toBe(403);
  }
  expect((await readers.get("/", html)).status).toBe(307);
  const events = await readers.db
    .selectFrom("audit_events")
    .selectAll()
    .where("action", "=", "failVisitorSignIn")
    .execute();
  expect(events).toMatchObject([{ target_type: "site", actor_type: "system" }]);
  expect(JSON.stringify(events)).not.toContain("invalid.secret");
});
