/** The conditions of the sample for its visitors, with the commands of an author. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTome } from "../../../support/commands/tome.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import { openReaders } from "../reader/fixture.ts";

const support = ">Support<";
/** Text on a page of the user guide for customers only. */
const hint = "Single sign-on is part of your plan";

/** For tests that change nothing. */
const shared = await openReaders();

async function opened(readers = shared) {
  const folder = temporaryFolder();
  const tome = openTome();
  const env = { TOME_TOKEN: readers.token, TOME_BASE_URL: readers.url, TOME_ORG: readers.org };
  const run = (line: string) => tome(line, { env, cwd: folder });
  const file = (name: string, claims: unknown) =>
    writeFileSync(join(folder, name), JSON.stringify(claims));
  /** The page at a printed URL, with the cookies of the browser for the next one. */
  const open = async (line: string) => {
    const { code, stdout, stderr } = await run(`${line} --json url`);
    if (code !== 0) throw new Error(stderr);
    const url = new URL(JSON.parse(stdout).url);
    const at = url.host === readers.host ? readers.get : readers.own;
    const { status, body, headers } = await at(url.pathname + url.search);
    const cookie = headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    return { status, body, cookie, next: (path: string) => at(path, { cookie }) };
  };
  return { ...readers, run, file, open };
}

slowTest("site preview --claims shows content of matching conditions, and no other", async () => {
  const { site, file, open } = await opened();
  file("customer.json", { isCustomer: true });
  file("other.json", { isCustomer: false });
  const preview = (claims: string) => open(`site preview ${site} --no-browser --claims ${claims}`);
  const customer = await preview("customer.json");
  expect([customer.status, customer.body.includes(support)]).toEqual([200, true]);
  expect((await customer.next(`/_site/${site}/support`)).status).toBe(200);
  const other = await preview("other.json");
  expect([other.status, other.body.includes(support)]).toEqual([200, false]);
  expect((await other.next(`/_site/${site}/support`)).status).toBe(404);
  const none = await open(`site preview ${site} --no-browser`);
  expect(none.body).not.toContain(support);
});

test("a condition in a text is evaluated with claims, and not with values in the URL", async () => {
  const { site, file, open, get } = await opened();
  file("customer.json", { isCustomer: true });
  const path = "/user-guide/people-and-roles";
  const customer = await open(`site preview ${site} --no-browser --claims customer.json`);
  expect((await customer.next(`/_site/${site}${path}`)).body).toContain(hint);
  expect((await get(path)).body).not.toContain(hint);
  expect((await get(`${path}?visitor.isCustomer=true`)).body).not.toContain(hint);
});

test("site preview refuses claims that violate the visitor schema, and names the field", async () => {
  const { site, file, run } = await opened();
  file("wrong.json", { isCustomer: "yes" });
  const { code, stderr } = await run(`site preview ${site} --no-browser --claims wrong.json`);
  expect([code, stderr.includes("isCustomer")]).toEqual([1, true]);
});

slowTest(
  "site visitor-token signs visitors in until it expires, is forged or its key is rotated",
  async () => {
    const { site, file, open, run, get, change, wait } = await opened(await openReaders());
    await change({ visibility: "visitor-auth" });
    file("customer.json", { isCustomer: true });
    const token = async (flags = "") => {
      const { stdout } = await run(
        `site visitor-token ${site} --claims customer.json ${flags} --json token`,
      );
      return JSON.parse(stdout).token as string;
    };
    expect((await get("/")).status).toBe(403);
    const customer = await open(`site visitor-token ${site} --claims customer.json`);
    expect([customer.status, customer.body.includes(support)]).toEqual([200, true]);
    expect((await customer.next("/support")).status).toBe(200);
    const plain = await open(`site visitor-token ${site}`);
    expect([plain.status, plain.body.includes(support)]).toEqual([200, false]);
    const good = await token();
    const [head = "", , signature = ""] = good.split(".");
    const admin = Buffer.from(JSON.stringify({ isCustomer: true, exp: 9_999_999_999 })).toString(
      "base64url",
    );
    const none = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");
    for (const forged of [
      `${head}.${admin}.${signature}`,
      `${none}.${admin}.`,
      `${good}x`,
      "x.y.z",
    ]) {
      expect([forged, (await get(`/?jwt_token=${forged}`)).status]).toEqual([forged, 403]);
    }
    expect((await get(`/?jwt_token=${good}`)).status).toBe(200);
    const { code } = await run(`site auth regenerate ${site} --yes`);
    expect(code).toBe(0);
    expect((await get(`/?jwt_token=${good}`)).status).toBe(403);
    expect((await customer.next("/")).status).toBe(403);
    const short = await token("--expires 30m");
    const until = await get(`/?jwt_token=${short}`);
    expect(until.status).toBe(200);
    await wait();
    expect((await get(`/?jwt_token=${short}`)).status).toBe(403);
  },
);

slowTest(
  "a preview ends after its time, with its user's membership, and if any character is changed",
  async () => {
    const { site, run, own, wait } = await opened(await openReaders());
    const made = await run(`site preview ${site} --no-browser --json url`);
    const { pathname, search } = new URL(JSON.parse(made.stdout).url);
    const named = await run('site preview "Lumen documentation" --no-browser');
    expect(named.stderr).toContain(`/_site/${site}?token=`);
    await run(`site unpublish ${site} --yes`);
    const signed = JSON.parse((await run(`site visitor-token ${site} --json`)).stdout);
    expect(Object.keys(signed)).toEqual(["token", "expiresAt"]);
    expect((await own(pathname + search)).status).toBe(200);
    const token = new URLSearchParams(search).get("token") ?? "";
    for (const forged of [`${token.slice(0, -4)}AAAA`, token.replace(/^[^.]+/, "e30"), "", "x"]) {
      expect((await own(`${pathname}?token=${forged}`)).status).toBe(404);
    }
    await wait();
    await wait();
    await wait();
    expect((await own(pathname + search)).status).toBe(404);
  },
);

slowTest("a browser stores a token as a cookie, and the URL continues without it", async () => {
  const { site, run, own, get, change } = await opened(await openReaders());
  const accept = "text/html,*/*;q=0.8";
  const made = await run(`site preview ${site} --no-browser --json url`);
  const { pathname, search } = new URL(JSON.parse(made.stdout).url);
  const led = await own(`${pathname}${search}&visitor.plan=pro`, { accept });
  expect([led.status, led.headers.location]).toEqual([307, `${pathname}?visitor.plan=pro`]);
  const cookie = String(led.headers["set-cookie"]).split(";")[0] ?? "";
  expect((await own(pathname, { accept, cookie })).status).toBe(200);
  const again = await own(pathname + search, { accept, cookie });
  expect([again.status, again.headers.location]).toEqual([307, pathname]);
  await change({ visibility: "visitor-auth" });
  const signedIn = JSON.parse((await run(`site visitor-token ${site} --json token`)).stdout).token;
  const visitor = await get(`/install?jwt_token=${signedIn}`, { accept });
  expect([visitor.status, visitor.headers.location]).toEqual([307, "/install?%7Esigned-in="]);
  // A redirect would lead to another host.
  expect((await get(`//evil.example/?jwt_token=${signedIn}`, { accept })).status).toBe(400);
  expect((await get("/?jwt_token=x.y.z", { accept })).status).toBe(403);
});
