import { expect, test } from "vitest";
import { openLocalTome, openTome } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";
import { answerJson, serve } from "../support/network/loopback.ts";

slowTest(
  "the current organization and the role are shown on a terminal and in a pipe",
  async () => {
    const { tome, ok } = openLocalTome();
    const look = async () => (await tome("whoami --local --no-color", { screen: true })).stdout;
    const own = JSON.parse(await ok("org get --json"));
    expect(await look()).toMatch(new RegExp(`ORGANIZATION +${own.title} \\(${own.id}\\)`));
    const other = await ok("org create --title Acme --format id");
    await ok("config set org Acme");
    expect(await look()).toMatch(new RegExp(`ORGANIZATION +Acme \\(${other}\\)`));
    expect(JSON.parse(await ok("whoami --json"))).toMatchObject({
      organization: { object: "organization", id: other, title: "Acme" },
      role: "admin",
    });
    expect(await ok("whoami")).toContain(`organization\t${other}\nrole\tadmin`);
  },
);

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

test("selected fields of the user cost one request", async () => {
  const server = await serve((_, response) =>
    answerJson(response, 200, { id: "U1", displayName: "Ada", email: "ada@example.com" }),
  );
  const env = { TOME_BASE_URL: server.url, TOME_TOKEN: "token", TOME_ORG: "O1000000000000000000" };
  const { stdout } = await openTome()("whoami --json email", { env });
  expect(JSON.parse(stdout)).toEqual({ email: "ada@example.com" });
  expect(server.seen.map(({ url }) => url)).toEqual(["/v1/user"]);
});

test.each<readonly [string, string, (url: string) => number]>([
  ["the lists of organizations fail", "Acme", (url) => (url.endsWith("/user") ? 200 : 500)],
  ["no organization has the name", "Nothing", () => 200],
  [
    "every other request is refused",
    "O1000000000000000000",
    (url) => (url.endsWith("/user") ? 200 : 403),
  ],
])("the user is shown even if %s", async (_, org, toStatus) => {
  const server = await serve(({ url }, response) =>
    url.endsWith("/user")
      ? answerJson(response, 200, { id: "U1", displayName: "Ada" })
      : answerJson(response, toStatus(url), { items: [], error: { code: 500, message: "down" } }),
  );
  const env = { TOME_BASE_URL: server.url, TOME_TOKEN: "token", TOME_ORG: org };
  for (const ask of [{ screen: true } as const, {}]) {
    const { code, stdout } = await openTome()("whoami --no-color --retries 0", { ...ask, env });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("Ada") });
  }
});
