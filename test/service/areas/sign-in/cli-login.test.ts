/**
 * The token of a program from a user's sign-in: for the requesting program, once, and for one
 * organization.
 */
import { createHash, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { allowTool, askForTool } from "../../../../src/service/areas/sign-in/cli-login.ts";
import { exchangeCode } from "../../../../src/service/areas/sign-in/cli-token.ts";
import { openSignIn } from "../../../../src/service/areas/sign-in/sign-ins.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { ask, openSignIns } from "./fixture.ts";
import { base, openRequests } from "./requests.ts";

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

slowTest(
  "the code is sent only to the program's port, and exchanged once, by the same program, within a minute",
  async () => {
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
  },
);

slowTest("there is no code without a session or with an invalid challenge", async () => {
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

slowTest(
  "a token expires after thirty days and gives access to one organization, also for its owner",
  async () => {
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
  },
);

describe("the request of a program", () => {
  async function start() {
    const opened = await openRequests();
    const { workspace, org, provider, db, request } = opened;
    const user = await workspace.member(org, "read");
    const names = { email: "ada@example.com", display_name: "Ada" };
    await db.updateTable("users").set(names).where("id", "=", user).execute();
    const session = await openSignIn(db, {
      ...({ kind: "browser", user, organization: org, provider: provider.id } as const),
      now: workspace.now,
    });
    const headers = { cookie: `tome-session=${session}` };
    const { verifier, form } = question();
    const view = (changes: object = {}, sent: object = { headers }) =>
      askForTool(request({ query: { ...form, ...changes }, ...sent }));
    const answer = (changes: object, sent: object = { headers }) => {
      const body = new URLSearchParams({ ...form, ...changes }).toString();
      return allowTool(request({ body, ...sent }));
    };
    return { ...opened, form, verifier, view, answer };
  }

  test.each([
    [{}, 200],
    [{ port: "1024" }, 200],
    [{ port: "65535" }, 200],
    [{ port: "1023" }, 400],
    [{ port: "65536" }, 400],
    [{ port: "4000.5" }, 400],
    [{ port: "" }, 400],
    [{ challenge: "x".repeat(42) }, 400],
    [{ challenge: "x".repeat(44) }, 400],
    [{ challenge: `${"x".repeat(42)}=` }, 400],
    [{ state: "x".repeat(42) }, 400],
    [{ state: "x".repeat(44) }, 400],
  ])("with %j is answered with %i", async (changes, status) => {
    const { view, answer } = await start();
    const page = await view(changes);
    expect(page.status).toBe(status);
    const answered = await answer({ ...changes, answer: "allow" });
    expect(answered.status).toBe(status === 200 ? 303 : 400);
    if (status === 200) return;
    for (const { body, headers } of [page, answered]) {
      expect(body).toContain("Run tome auth login --web to open this page.");
      expect(headers.location).toBeUndefined();
    }
  });

  test("shows who allows what, and may be answered only to its own port", async () => {
    const { view, form } = await start();
    const { headers, body } = await view();
    expect(headers["content-security-policy"]).toContain(
      "form-action 'self' http://127.0.0.1:40000",
    );
    expect(body).toContain("<title>Authorize tome");
    expect(body).toContain("requests access to Acme with the permissions of Ada (ada@example.com)");
    expect(body).toContain(`<strong>${form.challenge.slice(0, 6)}</strong>`);
    for (const [name, value] of Object.entries(form)) {
      expect(body).toContain(`<input type="hidden" name="${name}" value="${value}">`);
    }
  });

  test("leads to the sign-in page without a session, and back", async () => {
    const { view, answer, form } = await start();
    const { status, headers } = await view({}, {});
    const next = `/_signin/tool?${new URLSearchParams(form)}`;
    expect([status, headers.location]).toEqual([
      303,
      `${base}/_signin?${new URLSearchParams({ next })}`,
    ]);
    expect((await view({ port: "1" }, {})).status).toBe(400);
    expect((await answer({ answer: "allow" }, {})).status).toBe(400);
  });

  test.each([["deny"], [""], ["Allow"]])("is denied by the answer %j", async (word) => {
    const { answer, form } = await start();
    const { status, headers } = await answer({ answer: word });
    expect([status, headers.location]).toEqual([
      303,
      `http://127.0.0.1:40000/?state=${form.state}`,
    ]);
  });

  test("is allowed for a minute", async () => {
    const { answer, form, verifier, request, pass } = await start();
    const codes: string[] = [];
    for (let times = 0; times < 2; times++) {
      const { headers } = await answer({ answer: "allow" });
      const url = new URL(headers.location ?? "");
      expect([url.origin, url.searchParams.get("state")]).toEqual([
        "http://127.0.0.1:40000",
        form.state,
      ]);
      codes.push(url.searchParams.get("code") ?? "");
    }
    const exchanged = async (code = "") => {
      const headers = { authorization: `Bearer ${code}` };
      const sent = request({ headers, body: JSON.stringify({ verifier }) });
      return exchangeCode(sent).then(
        (response) => response.status,
        (error) => error.status,
      );
    };
    pass(59_999);
    expect(await exchanged(codes[0])).toBe(200);
    pass(1);
    expect(await exchanged(codes[1])).toBe(401);
  });
});
