import { beforeAll, describe, expect, test } from "vitest";
import {
  createSessionCookie,
  readSession,
} from "../../../../src/service/areas/site-reader/visitor-session.ts";
import { openSecretBox } from "../../../../src/service/engines/secret-box.ts";
import { openSitesFixture } from "../sites/fixture.ts";

type Request = Parameters<typeof createSessionCookie>[0];
type Session = Parameters<typeof createSessionCookie>[1];

const secretBox = openSecretBox(undefined);

let db: Request["db"];
let siteId = "";

beforeAll(async () => {
  const fixture = await openSitesFixture();
  db = fixture.workspace.db;
  siteId = await fixture.site();
});

const start = Date.parse("2026-01-01T00:00:00Z");

/** @param seconds after the start */
const createRequest = (url: string, seconds = 0, mount = "", cookie?: string): Request => ({
  db,
  now: new Date(start + seconds * 1000),
  base: "http://127.0.0.1:4000",
  secretBox,
  mount,
  request: { method: "GET", url, headers: cookie === undefined ? {} : { cookie } },
});

async function getCookie(session: Session, url = "http://docs.example/", mount = "") {
  const request = createRequest(url, 0, mount);
  const [value = "", ...attributes] = (await createSessionCookie(request, session, siteId)).split(
    "; ",
  );
  return { value, attributes };
}

/** Sizes around the limits of a token in the cookie and of the cookie. */
const sizes = [0, 1, 100, 700, 800, 801, 1500, 2500, 2800, 3000, 4000, 8000];
const token = (size: number) => {
  const payload = Buffer.from(JSON.stringify({ exp: 2_000_000_000, p: "x".repeat(size) }));
  return `a.${payload.toString("base64url")}.b`;
};

describe("the cookie of a visitor", () => {
  // Browsers ignore a cookie above 4096 bytes, which would end the session.
  test.each(sizes)("fits in a browser with %d characters of claims or tokens", async (size) => {
    const unsigned = { text: "x".repeat(size) };
    const sessions: Session[] = [
      { unsigned },
      { unsigned, key: "share-key" },
      { token: token(size) },
      { preview: token(size), changeRequest: "" },
      { token: token(size), preview: token(size), unsigned, changeRequest: "C1" },
    ];
    for (const session of sessions) {
      expect((await getCookie(session)).value.length).toBeLessThan(4096);
    }
  });

  test("keeps claims that fit, and everything else if they do not", async () => {
    const length = async (size?: number) => {
      const claims = size === undefined ? {} : { unsigned: { text: "x".repeat(size) } };
      return (await getCookie({ key: "share-key", ...claims })).value.length;
    };
    const without = await length();
    expect(await length(100)).toBeGreaterThan(without + 100);
    expect(await length(8000)).toBe(without);
  });

  const day = 24 * 60 * 60;
  const lives = [
    ["until a minute after its expiry", 20 * 60, 21 * 60],
    ["for at most 30 days", 60 * day, 30 * day],
    ["for 30 days without an expiry", undefined, 30 * day],
  ] as const;
  test.each(
    lives.flatMap((life) =>
      (["token", "preview"] as const).map((name) => [...life, name] as const),
    ),
  )("keeps a long token %s: %s", async (_, seconds, end, name) => {
    const exp = seconds === undefined ? undefined : start / 1000 + seconds;
    const payload = Buffer.from(JSON.stringify({ exp, name, end, p: "x".repeat(900) }));
    const long = `a.${payload.toString("base64url")}.b`;
    const { value } = await getCookie({ [name]: long });
    const url = `http://127.0.0.1:4000/_site/${siteId}/`;
    const readAt = async (time: number) => {
      // Storing another token deletes those that have expired.
      const other = { token: token(900 + (time % 1000)) };
      await createSessionCookie(createRequest(url, time), other, siteId);
      return readSession(createRequest(url, time, "", value));
    };
    expect(await readAt(end)).toEqual({ [name]: long });
    expect(await readAt(end + 1)).toEqual({});
  });

  test.each([
    ["http://docs.example/", "", ["Path=/", "HttpOnly", "SameSite=Lax"]],
    ["https://docs.example/", "", ["Path=/", "HttpOnly", "SameSite=Lax", "Secure"]],
    [
      "https://docs.example/guide/x",
      "/guide",
      ["Path=/guide", "HttpOnly", "SameSite=Lax", "Secure"],
    ],
  ])("for %s below %j has the attributes %j", async (url, mount, expected) => {
    expect((await getCookie({ key: "k" }, url, mount)).attributes).toEqual(expected);
  });
});
