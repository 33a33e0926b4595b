import { describe, expect, test } from "vitest";
import {
  endSignIn,
  findSignIn,
  findToolUser,
  openSignIn,
  signsPeopleIn,
} from "../../../../src/service/areas/sign-in/sign-ins.ts";
import { openRequests } from "./requests.ts";

const hour = 3_600_000;

async function start() {
  const opened = await openRequests();
  const { workspace, org, provider, db } = opened;
  const user = await workspace.member(org, "read");
  await db.updateTable("users").set({ email: "a@example.com" }).where("id", "=", user).execute();
  const open = (kind: "browser" | "tool", end?: number) =>
    openSignIn(db, {
      ...{ kind, user, organization: org, provider: provider.id, now: workspace.now },
      end: end === undefined ? undefined : new Date(workspace.now.getTime() + end),
    });
  return { ...opened, user, open };
}

describe("a sign-in", () => {
  test.each([
    ["browser", undefined, 12 * hour],
    ["browser", 12 * hour + 1, 12 * hour],
    ["browser", 12 * hour - 1, 12 * hour - 1],
    ["tool", undefined, 720 * hour],
    ["tool", 721 * hour, 720 * hour],
  ] as const)("of kind %s with the end %j lasts %i ms", async (kind, end, expected) => {
    const { open, db, workspace, pass } = await start();
    const secret = await open(kind, end);
    pass(expected - 1);
    expect(await findSignIn(db, secret, kind, workspace.now)).toBeDefined();
    pass(1);
    expect(await findSignIn(db, secret, kind, workspace.now)).toBeUndefined();
  });

  test("is found only as its own kind, with its user", async () => {
    const { open, db, workspace, user } = await start();
    const [browser, tool] = [await open("browser"), await open("tool")];
    const { now } = workspace;
    expect((await findSignIn(db, browser, "browser", now))?.user.email).toBe("a@example.com");
    expect(await findSignIn(db, browser, "tool", now)).toBeUndefined();
    expect(await findSignIn(db, tool, "browser", now)).toBeUndefined();
    expect(await findToolUser(db, browser, now)).toBeUndefined();
    expect((await findToolUser(db, tool, now))?.user).toBe(user);
    expect(await findToolUser(db, "", now)).toBeUndefined();
  });

  test("ends alone, and deletes those that have expired", async () => {
    const { open, db, workspace, pass } = await start();
    const count = async () => (await db.selectFrom("sign_ins").select("hash").execute()).length;
    const short = await open("browser", 1000);
    const [ended, kept] = [await open("browser"), await open("browser")];
    await endSignIn(db, ended);
    expect(await findSignIn(db, ended, "browser", workspace.now)).toBeUndefined();
    expect(await findSignIn(db, kept, "browser", workspace.now)).toBeDefined();
    expect(await findSignIn(db, short, "browser", workspace.now)).toBeDefined();
    expect(await count()).toBe(2);
    pass(1001);
    await open("browser");
    expect(await count()).toBe(2);
  });
});

describe("users sign in", () => {
  test.each(["entity_id", "certificate", "sso_url"])(
    "unless the only provider has no %s",
    async (column) => {
      const { db, provider, addProvider } = await start();
      expect(await signsPeopleIn(db)).toBe(true);
      const clear = { [column]: "" };
      await db.updateTable("saml_providers").set(clear).where("id", "=", provider.id).execute();
      expect(await signsPeopleIn(db)).toBe(false);
      await addProvider("Second");
      expect(await signsPeopleIn(db)).toBe(true);
    },
  );
});
