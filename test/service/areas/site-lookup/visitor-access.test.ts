import { expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import * as schema from "../../../../src/contract/site-adaptive-schema.ts";
import * as section from "../../../../src/contract/site-section.ts";
import * as shareLink from "../../../../src/contract/site-share-link.ts";
import type { Visitor } from "../../../../src/service/areas/site-lookup/visitor.ts";
import { signToken } from "../../../../src/service/engines/jwt.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";
import { content, getResolver, local, outcome, publish, secretBox } from "../published/fixture.ts";
import { addSitesFixture } from "../sites/fixture.ts";

/** For all tests, each in its own organization. */
const shared = await openWorkspace();

/** A site with the key `secret`, whose visitors need a token. */
async function withVisitors() {
  const fixture = await addSitesFixture(shared);
  const id = await fixture.site("Guide");
  await fixture.change(id, { visibility: "visitor-auth" });
  await publish(fixture, id);
  const key = "a key of more than thirty-two bytes";
  const seal = () => secretBox.seal(key, `visitors of site ${id}`);
  await fixture.workspace.db
    .insertInto("site_auth")
    .values({
      site_id: id,
      fallback_url: "https://login.example.com/in?a=1",
      logout_url: null,
      sealed_key: await seal(),
    })
    .execute();
  const url = (await fixture.get(id)).urls.published ?? "";
  const sign = (claims: object, secret = key, seconds = 60) =>
    signToken({
      claims: { ...claims },
      from: fixture.workspace.now,
      seconds,
      secret: Buffer.from(secret),
    });
  return { fixture, id, url, sign, resolve: getResolver(fixture) };
}

test("an unpublished site is shown only to users with access in the organization", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, org, admin } = fixture;
  const id = await fixture.site("Guide");
  const resolve = getResolver(fixture);
  const url = `${local}/_site/${id}/page`;
  const reader = await workspace.member(org, "read");
  const stranger = await workspace.person();
  const disabled = await workspace.member(org, "admin", true);
  expect(outcome(await resolve(url))).toBe("refused: not-published");
  for (const user of [stranger, disabled, "nobody"]) {
    expect(outcome(await resolve(url, { user }))).toBe("refused: not-published");
  }
  expect(content(await resolve(url, { user: reader })).preview).toBe(true);
  await workspace.ok(admin, site.update, { ...fixture.of(id), defaultLevel: null });
  expect(outcome(await resolve(url, { user: reader }))).toBe("refused: not-published");
  await publish(fixture, id);
  expect(content(await resolve(url)).preview).toBe(false);
  await fixture.change(id, { visibility: "unlisted" });
  expect(outcome(await resolve(url))).toBe("Guide");
});

test("a share link gives access until it is revoked, in the path or as a parameter", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site("Guide", "More");
  await fixture.change(id, { visibility: "share-link" });
  await publish(fixture, id);
  const { items } = await workspace.ok(admin, shareLink.list, fixture.of(id));
  const link = items[0];
  const opened = link?.urls.published ?? "";
  const shareKey = new URL(opened).pathname.slice(1);
  const home = opened.slice(0, -shareKey.length - 1);
  const resolve = getResolver(fixture);
  const found = content(await resolve(`${opened}/more/page`));
  expect(found).toMatchObject({
    siteBasePath: `/${shareKey}/`,
    basePath: `/${shareKey}/more/`,
    pathname: "/page",
    canonicalUrl: `${opened}/more/page`,
    opening: { key: shareKey },
  });
  for (const visited of [
    await resolve(`${home}/more/page?shareKey=${shareKey}`),
    await resolve(`${home}/more/page`, { shareKey }),
  ]) {
    expect(content(visited)).toMatchObject({
      basePath: "/more/",
      canonicalUrl: `${opened}/more/page`,
    });
  }
  expect(outcome(await resolve(`${home}/more`))).toBe("refused: share-key-needed");
  expect(outcome(await resolve(home, { shareKey: "guessed" }))).toBe("refused: share-key-wrong");
  const it = { ...fixture.of(id), shareLinkId: link?.id ?? "" };
  await workspace.ok(admin, shareLink.update, { ...it, active: false });
  expect(outcome(await resolve(`${opened}/more`))).toBe("refused: share-key-needed");
  expect(outcome(await resolve(home, { shareKey }))).toBe("refused: share-key-wrong");
});

test("a site with visitor authentication redirects to the sign-in, and back to the page", async () => {
  const { fixture, id, url, sign, resolve } = await withVisitors();
  expect(await resolve(`${url}/a/b%20c`)).toMatchObject({
    kind: "sign-in",
    reason: "token-needed",
    url: "https://login.example.com/in?a=1&location=%2Fa%2Fb+c",
  });
  // The decoded path would lead to another host.
  for (const path of ["/%2Fevil.example", "/%5Cevil.example", "/%09%2Fevil.example"]) {
    const { url: signIn = "" } = (await resolve(url + path)) as { readonly url?: string };
    const location = new URL(signIn).searchParams.get("location") ?? "";
    expect(new URL(location, "https://docs.example.com").hostname).toBe("docs.example.com");
  }
  expect(outcome(await resolve(url, { token: await sign({}) }))).toBe("Guide");
  await fixture.workspace.db
    .updateTable("site_auth")
    .set({ fallback_url: null })
    .where("site_id", "=", id)
    .execute();
  expect(await resolve(url)).toMatchObject({ kind: "sign-in", url: undefined });
});

slowTest(
  "a visitor token that is expired, forged, revoked or not valid yet gives no access",
  async () => {
    const { fixture, id, url, sign, resolve } = await withVisitors();
    const [head = "", body = "", mark = ""] = (await sign({ name: "Ada" })).split(".");
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const outcomes = async (token: string) => outcome(await resolve(url, { token }));
    expect(await outcomes([head, body, mark].join("."))).toBe("Guide");
    expect(await outcomes(await sign({}, "another key of more than thirty-two bytes"))).toBe(
      "sign-in: token-wrong-signature",
    );
    expect(await outcomes([encode({ alg: "none" }), body, ""].join("."))).toMatch(
      /^sign-in: token-/,
    );
    expect(await outcomes([encode({ alg: "HS512" }), body, mark].join("."))).toMatch(
      "sign-in: token-wrong-algorithm",
    );
    expect(await outcomes([encode({ alg: "RS256" }), body, mark].join("."))).toMatch(
      "sign-in: token-wrong-algorithm",
    );
    expect(await outcomes([head, encode({ name: "Eve" }), mark].join("."))).toBe(
      "sign-in: token-wrong-signature",
    );
    expect(await outcomes(await sign({ nbf: fixture.workspace.now.getTime() / 1000 + 600 }))).toBe(
      "sign-in: token-not-yet",
    );
    for (const token of ["x", "a.b.c", `${head}.${body}`, "x".repeat(9000)]) {
      expect(await outcomes(token)).toBe("sign-in: token-malformed");
    }
    const short = await sign({});
    fixture.workspace.passDays(1);
    expect(await outcomes(short)).toBe("sign-in: token-expired");
    const valid = await sign({});
    expect(await outcomes(valid)).toBe("Guide");
    await fixture.workspace.db
      .updateTable("site_auth")
      .set({
        sealed_key: await secretBox.seal(
          "the key after that one, as long",
          `visitors of site ${id}`,
        ),
      })
      .where("site_id", "=", id)
      .execute();
    expect(await outcomes(valid)).toBe("sign-in: token-wrong-signature");
  },
);

test("a site without a key accepts no token", async () => {
  const fixture = await addSitesFixture(shared);
  const id = await fixture.site("Guide");
  await fixture.change(id, { visibility: "visitor-auth" });
  await publish(fixture, id);
  const token = await signToken({
    claims: {},
    from: fixture.workspace.now,
    seconds: 60,
    secret: Buffer.alloc(32),
  });
  expect(outcome(await getResolver(fixture)(`${local}/_site/${id}`, { token }))).toBe(
    "sign-in: token-wrong-signature",
  );
});

slowTest("conditions read signed and unsigned claims separately", async () => {
  const { fixture, id, url, sign, resolve } = await withVisitors();
  const { workspace, admin } = fixture;
  await fixture.change(id, { visibility: "public" });
  const staff = await fixture.section(id, "Staff");
  const beta = await fixture.section(id, "Beta");
  const only = (siteSectionId: string, condition: string) =>
    workspace.ok(admin, section.update, { ...fixture.of(id), siteSectionId, condition });
  await only(staff.id, "visitor.claims.staff == true");
  await only(beta.id, "visitor.claims.unsigned.beta == true");
  const outcomeAt = async (path: string, visitor: Visitor = {}) =>
    outcome(await resolve(url + path, visitor));
  const token = await sign({ staff: true, email: "ada@example.com" });
  const unsignedClaims = { beta: true };
  expect(await outcomeAt("/staff", { token })).toBe("Guide");
  await fixture.change(id, { adaptiveContent: { enabled: true } });
  expect(await outcomeAt("/staff")).toBe("Guide");
  expect(await outcomeAt("/staff", { token })).toBe("Staff");
  expect(await outcomeAt("/beta", { unsignedClaims })).toBe("Beta");
  // Unsigned claims are never read as signed ones.
  expect(await outcomeAt("/staff", { unsignedClaims: { staff: true } })).toBe("Guide");
  expect(await outcomeAt("/beta", { token: await sign({ unsigned: { beta: true } }) })).toBe(
    "Guide",
  );
  const forged = await resolve(`${url}/staff`, { token: `${token}x`, unsignedClaims });
  expect(content(forged).tokenFault).toBe("wrong-signature");
  expect(outcome(forged)).toBe("Guide");
  await workspace.ok(admin, schema.put, {
    ...fixture.of(id),
    jsonSchema: {
      type: "object",
      properties: { staff: { type: "boolean" } },
      additionalProperties: false,
    },
  });
  expect(content(await resolve(`${url}/staff`, { token, unsignedClaims })).claims).toEqual({
    staff: true,
  });
  expect(await outcomeAt("/beta", { unsignedClaims })).toBe("Guide");
  expect(await outcomeAt("/staff", { token: await sign({ staff: "yes" }) })).toBe("Guide");
});

slowTest("a site reads only claims of its schema, for every type", async () => {
  const { fixture, id, url, sign, resolve } = await withVisitors();
  const { workspace, admin } = fixture;
  await fixture.change(id, { visibility: "public", adaptiveContent: { enabled: true } });
  const pro = await fixture.section(id, "Pro");
  const { id: siteSectionId } = pro;
  const condition = 'visitor.claims.plan == "pro"';
  await workspace.ok(admin, section.update, { ...fixture.of(id), siteSectionId, condition });
  const plan = { type: "string", description: "Plan", enum: ["free", "pro"] };
  const properties = {
    plan,
    name: { type: "string", description: "Name" },
    seats: { type: "number", description: "Seats" },
    plans: { type: "array", description: "Plans", items: plan },
    access: {
      type: "object",
      description: "Access",
      properties: { alpha: { type: "boolean", description: "Alpha" } },
      additionalProperties: false,
    },
  };
  const jsonSchema = { type: "object", properties, additionalProperties: false };
  await workspace.ok(admin, schema.put, { ...fixture.of(id), jsonSchema });
  const read = async (claims: Visitor["unsignedClaims"] & object) => {
    const found = content(await resolve(`${url}/pro`, { token: await sign(claims) }));
    return [outcome(found), found.claims];
  };
  const whole = { plan: "pro", name: "Ada", seats: 3, plans: ["pro"], access: { alpha: true } };
  expect(await read(whole)).toEqual(["Pro", whole]);
  const other = { plan: "gold", name: 1, seats: "3", plans: ["gold", "free"], access: { beta: 1 } };
  expect(await read(other)).toEqual(["Guide", { plans: ["free"] }]);
  expect(await read({ plans: "pro", access: true })).toEqual(["Guide", {}]);
});

test("a visitor without access to any part gets an explanation", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const id = await fixture.site();
  const { id: siteSectionId } = await fixture.section(id, "Staff");
  const condition = "visitor.claims.staff";
  await workspace.ok(admin, section.update, { ...fixture.of(id), siteSectionId, condition });
  await publish(fixture, id);
  expect(outcome(await getResolver(fixture)(`${local}/_site/${id}`))).toBe(
    "refused: nothing-to-see",
  );
});
