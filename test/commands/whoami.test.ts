import { expect, test } from "vitest";
import { openLocalTome, openTome } from "../support/commands/tome.ts";
import { answerJson, serve } from "../support/network/loopback.ts";

test("a terminal also shows the current organization, and a pipe only the user", async () => {
  const { tome, ok } = openLocalTome();
  const look = async () => (await tome("whoami --local --no-color", { screen: true })).stdout;
  const own = JSON.parse(await ok("org get --json"));
  expect(await look()).toMatch(new RegExp(`ORGANIZATION +${own.title} \\(${own.id}\\)`));
  const other = await ok("org create --title Acme --format id");
  await ok("config set org Acme");
  expect(await look()).toMatch(new RegExp(`ORGANIZATION +Acme \\(${other}\\)`));
  expect(JSON.parse(await ok("whoami --json"))).not.toHaveProperty("organization");
  expect(await ok("whoami")).not.toContain("Acme");
});

test.each([
  ["read", 200, "read"],
  ["admin", 200, "admin"],
  // A guest has no role in the organization.
  [null, 200, "guest"],
  [undefined, 200, undefined],
  ["read", 404, undefined],
  ["read", 403, undefined],
])("the role %j with the status %d is shown as %s", async (role, status, expected) => {
  const server = await serve(({ url }, response) => {
    if (url.endsWith("/user")) return answerJson(response, 200, { id: "U1", displayName: "Ada" });
    if (!url.includes("/members/")) return answerJson(response, 200, { id: "O1", title: "Acme" });
    return answerJson(response, status, { id: "U1", ...(role !== undefined && { role }) });
  });
  const env = { TOME_BASE_URL: server.url, TOME_TOKEN: "token", TOME_ORG: "O1000000000000000000" };
  const line = "whoami --no-color --retries 0";
  const { code, stdout } = await openTome()(line, { env, screen: true });
  expect(code).toBe(0);
  expect(/^ROLE +(.*)$/m.exec(stdout)?.[1]?.trim()).toBe(expected);
});
