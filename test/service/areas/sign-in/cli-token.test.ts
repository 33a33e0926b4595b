import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  endToken,
  exchangeCode,
  sealCode,
} from "../../../../src/service/areas/sign-in/cli-token.ts";
import { findToolUser, openSignIn } from "../../../../src/service/areas/sign-in/sign-ins.ts";
import { openRequests } from "./requests.ts";

const verifier = "v".repeat(43);

async function start() {
  const opened = await openRequests();
  const { workspace, org, provider, request, secretBox } = opened;
  const user = await workspace.member(org, "read");
  await opened.db
    .updateTable("users")
    .set({ email: "ada@example.com" })
    .where("id", "=", user)
    .execute();
  const code = (id: string) =>
    sealCode(secretBox, {
      ...{ id, user, organization: org, provider: provider.id },
      challenge: createHash("sha256").update(verifier).digest("base64url"),
      until: workspace.now.getTime() + 60_000,
    });
  const exchange = async (authorization: string | undefined, body: string | undefined) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const sent = request({ headers, ...(body !== undefined && { body }) });
    return exchangeCode(sent).then(
      ({ status }) => status,
      ({ status }) => status,
    );
  };
  return { ...opened, user, code, exchange };
}

describe("an authorization code is exchanged", () => {
  test("until a minute has passed, and never again", async () => {
    const { code, exchange, pass } = await start();
    const [first, second, early] = [await code("one"), await code("two"), await code("early")];
    const body = JSON.stringify({ verifier });
    expect(await exchange(`Bearer ${early}`, body)).toBe(200);
    pass(59_999);
    expect(await exchange(`Bearer ${early}`, body)).toBe(401);
    expect(await exchange(`Bearer ${first}`, body)).toBe(200);
    expect(await exchange(`Bearer ${first}`, body)).toBe(401);
    pass(1);
    expect(await exchange(`Bearer ${second}`, body)).toBe(401);
  });

  test("only with its verifier and as a bearer token", async () => {
    const { code, exchange, secretBox, db } = await start();
    const encrypted = await code("one");
    const body = JSON.stringify({ verifier });
    const other = await secretBox.seal("{}", "another purpose");
    for (const [authorization, sent] of [
      [undefined, body],
      [encrypted, body],
      [`Basic ${encrypted}`, body],
      [`Bearer ${encrypted} x`, body],
      [`xBearer ${encrypted}`, body],
      [`Bearer ${other}`, body],
      [`Bearer ${encrypted}`, undefined],
      [`Bearer ${encrypted}`, "no JSON"],
      [`Bearer ${encrypted}`, JSON.stringify({ verifier: [verifier] })],
      [`Bearer ${encrypted}`, JSON.stringify({ verifier: "" })],
      [`Bearer ${encrypted}`, JSON.stringify({ verifier: `${verifier}v` })],
    ] as const) {
      expect([authorization, sent, await exchange(authorization, sent)]).toEqual([
        authorization,
        sent,
        401,
      ]);
    }
    expect(await db.selectFrom("sign_ins").select("hash").execute()).toEqual([]);
    expect(await exchange(`bearer   ${encrypted}`, body)).toBe(200);
  });

  test("for a token of a program, bound to the organization, for thirty days", async () => {
    const { code, request, workspace, org, provider, user, db } = await start();
    const { body } = await exchangeCode(
      request({
        headers: { authorization: `Bearer ${await code("one")}` },
        body: JSON.stringify({ verifier }),
      }),
    );
    const { token } = JSON.parse(String(body));
    expect(token).toMatch(/^tome_web_/);
    expect(await findToolUser(db, token, workspace.now)).toEqual({
      user,
      label: "SAML sign-in",
      boundTo: org,
    });
    const [row] = await db.selectFrom("sign_ins").selectAll().execute();
    expect(row).toEqual({
      hash: createHash("sha256").update(token).digest("hex"),
      kind: "tool",
      user_id: user,
      organization_id: org,
      provider_id: provider.id,
      created_at: workspace.now.toISOString(),
      expires_at: new Date(workspace.now.getTime() + 30 * 86_400_000).toISOString(),
    });
  });

  test("with an error that names the command to sign in again", async () => {
    const { request } = await start();
    await expect(exchangeCode(request())).rejects.toMatchObject({
      status: 401,
      message: "The authorization code is invalid, expired or already used. Sign in again.",
      hint: "tome auth login --web",
    });
  });
});

describe("the end of a token", () => {
  test("concerns only the token of the request, and is refused for other tokens", async () => {
    const { request, workspace, org, provider, user, db } = await start();
    const open = () =>
      openSignIn(db, {
        ...{ kind: "tool", user, organization: org, provider: provider.id, now: workspace.now },
      } as const);
    const [ended, kept] = [await open(), await open()];
    const end = (authorization: string) => endToken(request({ headers: { authorization } }));
    expect((await end(`Bearer ${ended}`)).status).toBe(204);
    expect(await findToolUser(db, ended, workspace.now)).toBeUndefined();
    expect((await findToolUser(db, kept, workspace.now))?.user).toBe(user);
    for (const authorization of ["", `Bearer x${kept}`, "Bearer gb_api_1"]) {
      await expect(end(authorization)).rejects.toMatchObject({
        status: 401,
        message: "The token was not issued by a sign-in and cannot be revoked here.",
      });
    }
  });
});
