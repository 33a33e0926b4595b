import { expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";

const org = "O1000000000000000000";
const site = "site_a1";

const end = "2099-01-01T00:00:00.000Z";

test.each([
  ["an hour by default", ""],
  ["until a time", ` --expires ${end}`],
])("a visitor token is valid for %s", async (_, flags) => {
  const server = await serve(({ url }, response) => {
    const isAuth = url.includes("/publishing/auth");
    answerJson(response, 200, isAuth ? { privateKey: "key" } : { id: site, urls: {} });
  });
  const env = { TOME_BASE_URL: server.url, TOME_TOKEN: "token", TOME_ORG: org };
  const { code, stdout, stderr } = await openTome()(`site visitor-token ${site}${flags} --json`, {
    env,
  });
  expect(code, stderr).toBe(0);
  const { token, expiresAt, url } = JSON.parse(stdout);
  const [, payload = ""] = token.split(".");
  const { iat, exp } = JSON.parse(Buffer.from(payload, "base64url").toString());
  expect(exp).toBe(flags === "" ? iat + 60 * 60 : Date.parse(end) / 1000);
  // The output names the same time.
  expect(Date.parse(expiresAt)).toBe(exp * 1000);
  expect(url).toBeUndefined();
});
