import { jwtVerify } from "jose";
import { expect, test } from "vitest";
import {
  encodeVisitorClaims,
  visitorKeyFact,
} from "../../../../../src/service/areas/people/members/visitor-claims.ts";
import { openSecretBox } from "../../../../../src/service/engines/secret-box.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";

async function start() {
  const workspace = await openWorkspace();
  const organization = await workspace.organization();
  const caller = await workspace.member(organization, "edit");
  const secretBox = openSecretBox(undefined);
  const { db, now } = workspace;
  const call = { db, secretBox, caller, now, base: "http://127.0.0.1:4000" };
  const keptKey = async (opener = secretBox) => {
    const { value } = await db
      .selectFrom("facts")
      .select("value")
      .where("name", "=", visitorKeyFact)
      .executeTakeFirstOrThrow();
    return { value, key: Buffer.from(await opener.open(value, visitorKeyFact), "base64url") };
  };
  return { organization, caller, call, now, keptKey };
}

test("the token identifies the caller in the organization for five minutes", async () => {
  const { organization, caller, call, now, keptKey } = await start();
  const token = await encodeVisitorClaims(call, organization);
  const { key } = await keptKey();
  const check = (currentDate: Date, secret = key) =>
    jwtVerify(token, secret, { audience: organization, issuer: call.base, currentDate });
  const { payload, protectedHeader } = await check(now);
  expect(protectedHeader.alg).toBe("HS256");
  expect(payload).toMatchObject({
    sub: caller,
    name: caller,
    role: "edit",
    email: expect.stringContaining("@example.com"),
  });
  const later = new Date(now.getTime() + 5 * 60 * 1000);
  await expect(check(later)).rejects.toMatchObject({ code: "ERR_JWT_EXPIRED" });
  await expect(check(now, Buffer.alloc(32))).rejects.toMatchObject({
    code: "ERR_JWS_SIGNATURE_VERIFICATION_FAILED",
  });
});

test("all tokens are signed with one key, which is stored encrypted", async () => {
  const { organization, call, now, keptKey } = await start();
  const tokens = [
    await encodeVisitorClaims(call, organization),
    await encodeVisitorClaims(call, organization),
  ];
  const { key, value } = await keptKey();
  for (const token of tokens) await jwtVerify(token, key, { currentDate: now });
  expect(value).not.toContain(key.toString("base64url"));
  expect(Buffer.from(value, "base64").toString("latin1")).not.toContain(key.toString("latin1"));
});

test("a key that can no longer be decrypted is replaced", async () => {
  const { organization, call, now, keptKey } = await start();
  await encodeVisitorClaims(call, organization);
  const secretBox = openSecretBox(undefined);
  const token = await encodeVisitorClaims({ ...call, secretBox }, organization);
  const { key } = await keptKey(secretBox);
  await expect(jwtVerify(token, key, { currentDate: now })).resolves.toBeDefined();
});
