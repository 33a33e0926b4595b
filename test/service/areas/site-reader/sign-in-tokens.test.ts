import { describe, expect, test } from "vitest";
import { openReaders } from "../reader/fixture.ts";

const login = "https://login.example.com/";
const html = { accept: "text/html" };

async function openPrivateSite() {
  const readers = await openReaders();
  await readers.change({ visibility: "visitor-auth" });
  await readers.setFallback(login);
  return readers;
}

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
  test("is stored in several cookies up to 8192 characters", async () => {
    const readers = await openPrivateSite();
    for (const length of [500, 3000, 3400, 5000, 8000, 8188]) {
      const token = await createToken(readers, length);
      expect(token.length).toBeLessThanOrEqual(8192);
      const first = await readers.get(`/?jwt_token=${token}`, html);
      expect([length, first.status, first.headers.location]).toEqual([length, 307, "/"]);
      const cookies = first.headers["set-cookie"] ?? [];
      for (const cookie of cookies) expect(cookie.split(";")[0]?.length).toBeLessThan(4000);
      const cookie = toCookieHeader(cookies);
      expect((await readers.get("/", { ...html, cookie })).status).toBe(200);
      const withoutPart = toCookieHeader(cookies.slice(0, -1));
      expect((await readers.get("/", { ...html, cookie: withoutPart })).status).toBe(307);
    }
  });

  test("above the limit, or expired, leads to one error page and not to a loop", async () => {
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

describe("cookies of a sign-in server", () => {
  test("gitbook-visitor-token signs in a visitor; of several, the valid one is used", async () => {
    const readers = await openPrivateSite();
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

  test("gitbook-visitor-public has no effect on a site that requires a token", async () => {
    const readers = await openPrivateSite();
    const cookie = `gitbook-visitor-public=${encodeURIComponent('{"plan":"pro"}')}`;
    expect((await readers.get("/", { ...html, cookie })).status).toBe(307);
  });
});

test("refused tokens are in the audit log, without the token", async () => {
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
