import { describe, expect, test } from "vitest";
import * as team from "../../../../src/contract/team.ts";
import { requestCookie } from "../../../../src/service/areas/sign-in/cookies.ts";
import {
  type Arrival,
  sealArrival,
} from "../../../../src/service/areas/sign-in/encrypted-result.ts";
import { arrive } from "../../../../src/service/areas/sign-in/finish.ts";
import { base, openRequests } from "./requests.ts";

const email = "ada@example.com";

async function start() {
  const opened = await openRequests();
  const { workspace, provider, request, secretBox, db } = opened;
  const until = () => workspace.now.getTime() + 60_000;
  const getCookie = async (id: string, next = "", ofProvider = provider.id) => {
    const sent = { id, provider: ofProvider, next, until: until() };
    return (await requestCookie(request(), "/", sent)).split(";")[0] ?? "";
  };
  const seal = (changes: Partial<Arrival> = {}) =>
    sealArrival(secretBox, {
      ...{ provider: provider.id, request: "_1", email, until: until() },
      ...changes,
    });
  const open = async (encrypted: string, cookie: string) =>
    arrive(request({ query: { with: encrypted }, headers: { cookie } }));
  const failures = async () =>
    (await db.selectFrom("saml_failures").select(["provider_id", "reason"]).execute()).map(
      ({ provider_id, reason }) => [provider_id, reason],
    );
  const signIns = () => db.selectFrom("sign_ins").selectAll().execute();
  return { ...opened, getCookie, seal, open, failures, signIns };
}

describe("the arrival from an identity provider", () => {
  test("creates a session that ends with that of the provider, and continues", async () => {
    const { getCookie, seal, open, signIns, workspace, org, provider, failures } = await start();
    const sessionEnd = workspace.now.getTime() + 1000;
    const cookie = await getCookie("_1", "/_signin/tool?port=1");
    const { status, headers } = await open(await seal({ sessionEnd }), cookie);
    expect([status, headers.location]).toEqual([303, `${base}/_signin/tool?port=1`]);
    expect(headers["set-cookie"]).toMatch(
      /^tome-session=tome_web_[^;]+; Path=\/_signin; HttpOnly; SameSite=Lax$/,
    );
    const [session, ...others] = await signIns();
    expect([session, others]).toEqual([
      {
        ...{ hash: expect.any(String), kind: "browser", user_id: expect.any(String) },
        ...{ organization_id: org, provider_id: provider.id },
        created_at: workspace.now.toISOString(),
        expires_at: new Date(sessionEnd).toISOString(),
      },
      [],
    ]);
    expect(await failures()).toEqual([]);
  });

  test("is refused for a request of another browser, provider or time", async () => {
    const { getCookie, seal, open, failures, signIns, provider, addProvider, pass } = await start();
    const second = await addProvider("Second");
    const [encrypted, cookie] = [await seal(), await getCookie("_1")];
    const reason = "This sign-in was started in another browser, or it has expired. Try again.";
    const refused = async (one: string, other: string) => {
      pass(120_000);
      const { status, headers, body } = await open(one, other);
      expect([status, headers["set-cookie"]]).toEqual([403, undefined]);
      expect(body).toContain(`<p>${reason}</p>`);
      return (await failures()).length;
    };
    // The times are those of the request, so these are created again for each attempt.
    expect(await refused(encrypted, cookie)).toBe(0);
    const attempts: readonly [Partial<Arrival>, [string, string?, string?], number][] = [
      [{}, ["_2"], 1],
      [{ request: "_2" }, ["_1"], 1],
      [{}, ["_1", "", second.id], 1],
      [{ provider: second.id }, ["_1"], 0],
      [{ provider: second.id }, ["_1", "", second.id], 0],
    ];
    let count = 0;
    for (const [changes, sent, recorded] of attempts) {
      pass(120_000);
      const [one, other] = [await seal(changes), await getCookie(...sent)];
      const { status } = await open(one, other);
      count += recorded;
      expect([changes, sent, status, (await failures()).length]).toEqual([
        changes,
        sent,
        403,
        count,
      ]);
    }
    expect(await refused("", cookie)).toBe(count);
    expect(new Set(await failures())).toEqual(
      new Set(Array.from({ length: count }, () => [provider.id, `${email}: ${reason}`])),
    );
    expect(await signIns()).toEqual([]);
  });

  test("is refused without a cookie, and a second time until both have expired", async () => {
    const { getCookie, seal, open, signIns, pass } = await start();
    const [encrypted, cookie] = [await seal(), await getCookie("_1")];
    expect((await open(encrypted, "")).status).toBe(403);
    expect((await open(encrypted, cookie)).status).toBe(303);
    for (const milliseconds of [0, 1, 59_998]) {
      pass(milliseconds);
      expect((await open(encrypted, cookie)).status).toBe(403);
    }
    expect(await signIns()).toHaveLength(1);
  });

  test("of a user who may not join tells the reason, to the admins as well", async () => {
    const { getCookie, seal, open, failures, signIns, provider } = await start();
    const stranger = "eve@elsewhere.example";
    const { status, body } = await open(await seal({ email: stranger }), await getCookie("_1"));
    const reason = `${stranger} cannot sign in to this organization. The email domain may not be verified, the organization may not allow you to join, an admin may have removed you, or your membership may be disabled. Ask an admin of the organization.`;
    expect([status, String(body).includes(`<p>${reason}</p>`)]).toEqual([403, true]);
    expect(await failures()).toEqual([[provider.id, reason]]);
    expect(await signIns()).toEqual([]);
  });

  test("changes teams only if the response has groups", async () => {
    const { getCookie, seal, open, workspace, admin, org, provider, db, signIns } = await start();
    const add = async (title: string) =>
      (await workspace.ok(admin, team.create, { organizationId: org, title })).id;
    const [one, two, unmapped] = [await add("One"), await add("Two"), await add("Three")];
    await db
      .insertInto("saml_groups")
      .values([
        { provider_id: provider.id, name: "one", team_id: one },
        { provider_id: provider.id, name: "two", team_id: two },
      ])
      .execute();
    // The membership of another user does not count.
    await db
      .insertInto("team_members")
      .values({ team_id: one, user_id: admin, role: "member" })
      .execute();
    const teams = async () => {
      const all = await db
        .selectFrom("team_members")
        .select("team_id")
        .where("user_id", "<>", admin)
        .execute();
      return all.map((row) => row.team_id);
    };
    await open(await seal({ teams: [one] }), await getCookie("_1"));
    expect(await teams()).toEqual([one]);
    const [session] = await signIns();
    await db
      .insertInto("team_members")
      .values({ team_id: unmapped, user_id: session?.user_id ?? "", role: "member" })
      .execute();
    await open(await seal({ request: "_2" }), await getCookie("_2"));
    expect((await teams()).toSorted()).toEqual([one, unmapped].toSorted());
    await open(await seal({ request: "_3", teams: [two] }), await getCookie("_3"));
    expect((await teams()).toSorted()).toEqual([two, unmapped].toSorted());
    await open(await seal({ request: "_4", teams: [] }), await getCookie("_4"));
    expect(await teams()).toEqual([unmapped]);
    const events = await db
      .selectFrom("audit_events")
      .selectAll()
      .where("action", "in", [
        "addMemberToOrganizationTeamById",
        "deleteMemberFromOrganizationTeamById",
      ])
      .execute();
    expect(events).toHaveLength(4);
  });
});
