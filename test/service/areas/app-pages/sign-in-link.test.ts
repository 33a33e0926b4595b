/** Links and sessions as functions; app-pages.test.ts has them over HTTP. */
import { beforeAll, describe, expect, test } from "vitest";
import {
  buildEmptyCookie,
  buildSessionCookie,
  findAppSession,
  getEndMark,
} from "../../../../src/service/areas/app-pages/session.ts";
import {
  createSignInLink,
  enter,
  signOut,
} from "../../../../src/service/areas/app-pages/sign-in-link.ts";
import { useOnce } from "../../../../src/service/areas/sign-in/single-use.ts";
import type { PublicRequest } from "../../../../src/service/core/public-route.ts";
import { openSecretBox } from "../../../../src/service/engines/secret-box.ts";
import { issueToken } from "../../../../src/service/server/tokens.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";

const hour = 60 * 60 * 1000;
const lifetime = 12 * hour;
const secretBox = openSecretBox(undefined);
const otherBox = openSecretBox(undefined);

let workspace: Workspace;
let user: string;
let token: { readonly store: "tokens"; readonly hash: string };
beforeAll(async () => {
  workspace = await openWorkspace();
  user = await workspace.person();
  await issueToken(workspace.db, { user, label: "session", now: workspace.now });
  const { hash } = await workspace.db
    .selectFrom("tokens")
    .select("hash")
    .where("label", "=", "session")
    .executeTakeFirstOrThrow();
  token = { store: "tokens", hash };
});

const getTime = (milliseconds = 0) => new Date(workspace.now.getTime() + milliseconds);
const getRequest = (
  rest: Partial<PublicRequest> & { readonly cookie?: string; readonly method?: string } = {},
): PublicRequest => {
  const { cookie, method = "GET", ...parts } = rest;
  return {
    ...{ db: workspace.db, secretBox, now: getTime(), base: "http://localhost", caller: user },
    ...{ path: {}, query: new URLSearchParams() },
    request: { method, headers: { ...(cookie !== undefined && { cookie }) } },
    ...parts,
  } as never;
};

describe("the cookie of a session", () => {
  let sessions = 0;
  const build = async (rest: Partial<PublicRequest> = {}, owner = user) => {
    const session = { id: `session${sessions++}`, user: owner, token };
    const header = await buildSessionCookie(getRequest(rest), session);
    return { header, session, value: header.split(";")[0] ?? "" };
  };
  const find = (cookie: string | undefined, milliseconds = 0) =>
    findAppSession({ db: workspace.db, secretBox, now: getTime(milliseconds) }, cookie);

  test("is for workspace pages only, and secure with HTTPS", async () => {
    const attributes = "; Path=/_app; HttpOnly; SameSite=Lax";
    const { header } = await build();
    expect(header).toMatch(new RegExp(`^tome-app=[\\w+/=]+${attributes}$`));
    const secure = await build({ base: "https://example.com" });
    expect(secure.header.endsWith(`${attributes}; Secure`)).toBe(true);
    expect(buildEmptyCookie(getRequest())).toBe(`tome-app=${attributes}; Max-Age=0`);
    expect(buildEmptyCookie(getRequest({ base: "https://example.com" }))).toBe(
      `tome-app=${attributes}; Secure; Max-Age=0`,
    );
  });

  test("opens the session for twelve hours", async () => {
    const { value, session } = await build();
    const opened = { ...session, until: getTime(lifetime).getTime(), boundTo: undefined };
    expect(await find(value)).toEqual(opened);
    expect(await find(value, lifetime - 1)).toEqual(opened);
    expect(await find(value, lifetime)).toBeUndefined();
    expect(await find(value, lifetime + 1)).toBeUndefined();
  });

  test("is found among at most five cookies with its name", async () => {
    const { value, session } = await build();
    const others = (count: number) => Array(count).fill("tome-app=AAAA; x=1").join("; ");
    expect(await find(`${others(4)}; ${value}`)).toMatchObject({ id: session.id });
    expect(await find(`${others(5)}; ${value}`)).toBeUndefined();
    expect(await find(value.replace("tome-app", "other"))).toBeUndefined();
    expect(await find(undefined)).toBeUndefined();
  });

  test("opens nothing for another key, an ended session, or a token of another user", async () => {
    const foreign = await build({ secretBox: otherBox });
    expect(await find(foreign.value)).toBeUndefined();
    const stranger = await build({}, "another");
    expect(await find(stranger.value)).toBeUndefined();
    const [ended, other] = [await build(), await build()];
    const use = { until: getTime(lifetime), now: getTime() };
    await workspace.db.transaction().execute((db) => useOnce(db, getEndMark(ended.session), use));
    expect(await find(ended.value)).toBeUndefined();
    expect(await find(other.value)).toMatchObject({ id: other.session.id });
  });

  test("is removed at the sign-out, which ends the session", async () => {
    const { value } = await build();
    const out = await signOut(getRequest({ cookie: value, method: "POST" }));
    expect([out.status, out.headers["set-cookie"]]).toEqual([200, buildEmptyCookie(getRequest())]);
    expect(out.headers["cache-control"]).toBe("no-store");
    expect(String(out.body)).toContain("<h1>You are signed out</h1>");
    expect(await find(value)).toBeUndefined();
    for (const milliseconds of [60_001, hour, lifetime - 1]) {
      await forgetExpired(milliseconds);
      expect([milliseconds, await find(value, milliseconds)]).toEqual([milliseconds, undefined]);
    }
    const again = await signOut(getRequest({ cookie: value, method: "POST" }));
    expect([again.status, again.headers["set-cookie"]]).toEqual([401, undefined]);
    expect(String(again.body)).toContain("<h1>You are not signed in</h1>");
  });
});

/** Forgets the values whose time has passed, as any other sign-in at that time does. */
const forgetExpired = (milliseconds: number) =>
  workspace.db.transaction().execute((db) =>
    useOnce(db, ["other", String(milliseconds)], {
      until: getTime(milliseconds),
      now: getTime(milliseconds),
    }),
  );

describe("a link to a page", () => {
  const principal = () => ({ kind: "user", user, token }) as const;
  const createLink = async (path: string, rest: Partial<PublicRequest> = {}) => {
    const query = new URLSearchParams({ path });
    const response = await createSignInLink(getRequest({ principal: principal(), query, ...rest }));
    const { url } = JSON.parse(String(response.body));
    expect(url).toMatch(/^http:\/\/localhost\/_app\/enter\?code=[\w-]+$/);
    return new URL(url).searchParams;
  };
  const open = (query: URLSearchParams, rest: Parameters<typeof getRequest>[0] = {}) =>
    enter(getRequest({ query, ...rest }));

  test("opens the page once, with a session", async () => {
    const query = await createLink("/_app/spaces/s-1_x");
    const head = await open(query, { method: "HEAD" });
    expect([head.status, head.headers.location, head.headers["set-cookie"]]).toEqual([
      303,
      "http://localhost/_app",
      undefined,
    ]);
    const { status, headers } = await open(query);
    expect([status, headers.location]).toEqual([303, "http://localhost/_app/spaces/s-1_x"]);
    const cookie = String(headers["set-cookie"]).split(";")[0];
    const call = { db: workspace.db, secretBox, now: getTime() };
    expect(await findAppSession(call, cookie)).toMatchObject({ user, token });
    await forgetExpired(59_999);
    const last = await open(query, { now: getTime(59_999) });
    expect([last.status, last.headers["set-cookie"]]).toEqual([401, undefined]);
    const second = await open(query);
    expect([second.status, second.headers["set-cookie"]]).toEqual([401, undefined]);
    expect(String(second.body)).toContain("<h1>This link is not valid</h1>");
  });

  test.each([
    [59_999, 303],
    [60_000, 401],
    [60_001, 401],
  ])("is valid for a minute: %d", async (milliseconds, status) => {
    const query = await createLink("/_app");
    expect((await open(query, { now: getTime(milliseconds) })).status).toBe(status);
  });

  test("is not valid with another key, without a code, or for a token of another user", async () => {
    expect((await open(new URLSearchParams())).status).toBe(401);
    const foreign = await createLink("/_app", { secretBox: otherBox });
    expect((await open(foreign)).status).toBe(401);
    expect((await open(foreign, { method: "HEAD" })).status).toBe(401);
    const stranger = { ...principal(), user: "another" };
    expect((await open(await createLink("/_app", { principal: stranger }))).status).toBe(401);
  });

  test.each([
    ["/_app", true],
    ["/_app/spaces/s1/page/p1", true],
    [`/_app${"/x".repeat(8)}`, true],
    [`/_app${"/x".repeat(9)}`, false],
    [`/_app/${"x".repeat(100)}`, true],
    [`/_app/${"x".repeat(101)}`, false],
    ["/_app/", false],
    ["/_app/..", false],
    ["/v1/orgs", false],
    ["", false],
  ])("leads to a workspace page: %s: %s", async (path, isValid) => {
    if (isValid) return expect(await createLink(path)).toBeDefined();
    await expect(createLink(path)).rejects.toMatchObject({ status: 400, field: "path" });
  });

  test("belongs to a user with a token", async () => {
    for (const other of [
      undefined,
      { kind: "user", user } as const,
      { kind: "integration", integration: "checker", user } as never,
    ]) {
      const request = createLink("/_app", { principal: other as never });
      await expect(request).rejects.toMatchObject({
        status: 403,
        message: "Only users can open workspace pages. Use the token of a user.",
      });
    }
  });
});
