/**
 * The token of a program from a user's sign-in: for the requesting program, once, and for one
 * organization.
 */
import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { ask, openSignIns } from "./fixture.ts";

type Opened = Awaited<ReturnType<typeof openSignIns>>;

function question() {
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const state = randomBytes(32).toString("base64url");
  return { verifier, form: { port: "40000", challenge, state } };
}

async function allowed({ base }: Opened, cookie: string | undefined) {
  const { verifier, form } = question();
  const answer = await ask(`${base}/_signin/tool`, {
    ...{ method: "POST", origin: base, cookie },
    form: { ...form, answer: "allow" },
  });
  const to = answer.location === "" ? undefined : new URL(answer.location);
  return { verifier, form, answer, code: to?.searchParams.get("code") ?? "", to };
}

const exchange = ({ base }: Opened, bearer: string, verifier: string) =>
  ask(`${base}/v1/sign-in/token`, { method: "POST", bearer, json: { verifier } });

test("the code is sent only to the program's port, and exchanged once, by the same program, within a minute", async () => {
  const opened = await openSignIns();
  const { cookie } = await opened.signIn("ada@example.com");
  const { verifier, form, code, to } = await allowed(opened, cookie);
  expect([to?.origin, to?.searchParams.get("state")]).toEqual([
    "http://127.0.0.1:40000",
    form.state,
  ]);
  expect((await exchange(opened, code, question().verifier)).status).toBe(401);
  expect((await exchange(opened, `${code.slice(0, -6)}AAAAAA`, verifier)).status).toBe(401);
  const first = await exchange(opened, code, verifier);
  expect(first.status).toBe(200);
  expect((await exchange(opened, code, verifier)).status).toBe(401);
  const late = await allowed(opened, cookie);
  opened.pass(2);
  expect((await exchange(opened, late.code, late.verifier)).status).toBe(401);
});

test("there is no code without a session or with an invalid challenge", async () => {
  const opened = await openSignIns();
  const { base } = opened;
  expect((await allowed(opened, undefined)).answer.status).toBe(400);
  const { cookie } = await opened.signIn("ada@example.com");
  const { form } = question();
  for (const change of [{ port: "80" }, { port: "x" }, { challenge: "short" }, { state: "" }]) {
    const query = new URLSearchParams({ ...form, ...change });
    expect((await ask(`${base}/_signin/tool?${query}`, { cookie })).status).toBe(400);
  }
  const page = await ask(`${base}/_signin/tool?${new URLSearchParams(form)}`, { cookie });
  expect(page.body).toContain(form.challenge.slice(0, 6));
});

test("a token expires after thirty days and gives access to one organization, also for its owner", async () => {
  const opened = await openSignIns();
  const { db, base, org, pass } = opened;
  const { cookie } = await opened.signIn("new@example.com");
  const { verifier, code } = await allowed(opened, cookie);
  const { token } = JSON.parse((await exchange(opened, code, verifier)).body);
  const asked = async () => (await ask(`${base}/v1/user`, { bearer: token })).status;
  expect(await asked()).toBe(200);
  const other = await db
    .selectFrom("organizations")
    .select("id")
    .where("id", "<>", org)
    .executeTakeFirstOrThrow();
  const { user_id } = await db.selectFrom("sign_ins").select("user_id").executeTakeFirstOrThrow();
  const joined_at = new Date().toISOString();
  const row = { organization_id: other.id, user_id, role: "admin", joined_at } as const;
  await db
    .insertInto("members")
    .values({ ...row, disabled: 0, sso: 0, last_seen_at: null })
    .execute();
  expect(await asked()).toBe(200);
  const opens = async (id: string, bearer: string) =>
    (await ask(`${base}/v1/orgs/${id}`, { bearer })).status;
  const again = await allowed(opened, cookie);
  const second = JSON.parse((await exchange(opened, again.code, again.verifier)).body).token;
  for (const bearer of [token, second]) {
    expect([await opens(org, bearer), await opens(other.id, bearer)]).toEqual([200, 404]);
  }
  pass(30 * 24 * 60 + 1);
  expect(await asked()).toBe(401);
});
