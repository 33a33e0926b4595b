/** When a session ends, and whom a provider admits. */
import { describe, expect, test } from "vitest";
import { slowTest, slowTests } from "../../../support/generators/amount.ts";
import { ask, openSignIns } from "./fixture.ts";

const email = "new.person@example.com";

async function start() {
  const opened = await openSignIns();
  const { base, begin, bring, message, db, provider } = opened;
  /** Signs in. @returns whether the session is valid, asked again each time */
  async function openSession(sessionMinutes?: number) {
    const { id, cookie } = await begin();
    const sessionEnd =
      sessionMinutes === undefined ? undefined : new Date(opened.time() + sessionMinutes * 60_000);
    const { location } = await bring(message({ email, inResponseTo: id, sessionEnd }));
    const arrived = await ask(location, { cookie });
    expect(arrived.status).toBe(303);
    return async () =>
      (await ask(`${base}/_signin`, { cookie: arrived.cookie })).body.includes(email);
  }
  const configure = (columns: Readonly<Record<string, string>>) =>
    db.updateTable("saml_providers").set(columns).where("id", "=", provider.id).execute();
  return { ...opened, openSession, configure };
}

describe("a session ends", () => {
  test.each([
    ["with that of the provider", 30, 30],
    ["with that of the provider, before the platform's own", 12 * 60 - 1, 12 * 60 - 1],
    ["after twelve hours, although that of the provider is longer", 24 * 60, 12 * 60],
    ["after twelve hours without an end at the provider", undefined, 12 * 60],
  ])("%s", async (_, sessionMinutes, expected) => {
    const { openSession, pass } = await start();
    const isSignedIn = await openSession(sessionMinutes);
    expect(await isSignedIn()).toBe(true);
    pass(expected - 0.5);
    expect(await isSignedIn()).toBe(true);
    pass(1);
    expect(await isSignedIn()).toBe(false);
  });

  slowTests.each(["entity_id", "certificate", "sso_url"])(
    "while its provider has no %s, and no new one begins",
    async (column) => {
      const { openSession, configure, db, provider, begin, bring, message } = await start();
      const isSignedIn = await openSession();
      const { id } = await begin();
      const { certificate, entity_id, sso_url } = await db
        .selectFrom("saml_providers")
        .select(["certificate", "entity_id", "sso_url"])
        .where("id", "=", provider.id)
        .executeTakeFirstOrThrow();
      await configure({ [column]: "" });
      expect(await isSignedIn()).toBe(false);
      expect((await bring(message({ email, inResponseTo: id }))).status).toBe(403);
      await configure({ certificate, entity_id, sso_url });
      expect(await isSignedIn()).toBe(true);
    },
  );
});

describe("the default team of a provider", () => {
  slowTest("is joined only by new members", async () => {
    const { api, org, provider, signIn } = await start();
    const { id: team } = await api(`PUT /v1/orgs/${org}/teams`, { title: "Everyone" });
    await signIn("earlier@example.com");
    await api(`PATCH /v1/orgs/${org}/saml/${provider.id}`, { defaultTeam: team });
    await signIn(email);
    await signIn("earlier@example.com");
    const { items } = await api(`GET /v1/orgs/${org}/teams/${team}/members?limit=1000`);
    type Item = { organization: { user: { email: string } } };
    expect(items.map(({ organization }: Item) => organization.user.email)).toEqual([email]);
  });
});
