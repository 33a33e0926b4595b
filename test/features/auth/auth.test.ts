import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";

const ada = {
  object: "user",
  id: "U1",
  displayName: "Ada",
  email: "ada@example.com",
  urls: { location: "https://api.example.com/v1/users/U1" },
};

/** A platform that knows one token. */
function platform(token = "good-token") {
  return serve(({ headers }, response) => {
    if (headers.authorization === `Bearer ${token}`) answerJson(response, 200, ada);
    else answerJson(response, 401, { error: { code: 401, message: "Unknown token." } });
  });
}

test("a login from standard input verifies the token, stores it privately, and prints the location", async () => {
  const { url } = await platform();
  const home = temporaryFolder();
  const env = { TOME_CONFIG_DIR: join(home, "config") };
  const tome = openTome();
  const login = await tome(`auth login --with-token --base-url ${url} --profile work`, {
    env,
    stdin: "good-token\n",
  });
  expect(login.stderr).toContain(`Logged in to ${url} as Ada <ada@example.com> with profile work`);
  expect(login.code).toBe(0);
  const file = join(home, "config", "tokens.json");
  expect(login.stderr).toContain(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(login.stdout + login.stderr).not.toContain("good-token");

  const status = await tome("auth status --profile work --json", { env });
  expect(JSON.parse(status.stdout)).toMatchObject({
    profile: "work",
    baseUrl: url,
    tokenFrom: `file ${file}`,
    checked: true,
    name: "Ada <ada@example.com>",
  });
  expect((await tome("auth token --profile work", { env })).stdout).toBe("good-token\n");

  const logout = await tome("auth logout --profile work", { env });
  expect(logout.code).toBe(0);
  expect(readFileSync(file, "utf8")).not.toContain("good-token");
  expect((await tome("auth status --profile work", { env })).code).toBe(4);
});

test("a token that the platform rejects is not stored", async () => {
  const { url } = await platform();
  const tome = openTome();
  const { code, stderr } = await tome(`auth login --with-token --base-url ${url}`, {
    stdin: "wrong-token",
  });
  expect(code).toBe(4);
  expect(stderr).toContain(`${url} rejected the token. The token was not stored.`);
  expect((await tome("auth token")).code).toBe(4);
});

test("a token is typed hidden on a terminal", async () => {
  const { url } = await platform();
  const { code, stderr } = await openTome()(`auth login --base-url ${url}`, {
    answers: ["good-token"],
  });
  expect(code).toBe(0);
  expect(stderr).not.toContain("good-token");
});

test.each(["two\nlines", "bell\u0007", "naïve", "with space", ""])(
  "a token that a header cannot contain is refused and never printed: %j",
  async (token) => {
    const { url, seen } = await platform();
    const { code, stdout, stderr } = await openTome()(`auth login --with-token --base-url ${url}`, {
      stdin: token,
    });
    expect(code).toBe(2);
    expect(seen).toEqual([]);
    if (token !== "") expect(stdout + stderr).not.toContain(token);
  },
);

test("a stored token is sent only to its own origin", async () => {
  const own = await platform();
  const other = await platform("good-token");
  const tome = openTome();
  await tome(`auth login --with-token --base-url ${own.url}`, { stdin: "good-token" });
  const { code, stderr } = await tome(`whoami --base-url ${other.url}`);
  expect(code).toBe(4);
  expect(stderr).toContain(`The profile default has no token for ${other.url}`);
  expect(other.seen).toEqual([]);
});

test("auth status reports a missing or rejected token, and exits with 4", async () => {
  const tome = openTome();
  expect(await tome("auth status")).toMatchObject({ code: 4, stdout: "" });
  const { url } = await platform();
  const refused = await tome(`auth status --base-url ${url}`, { env: { TOME_TOKEN: "wrong" } });
  expect(refused.code).toBe(4);
  expect(refused.stderr).toContain("rejected the token from the environment TOME_TOKEN");
  const unasked = await tome(`auth status --offline --base-url ${url} --json`, {
    env: { TOME_TOKEN: "wrong" },
  });
  expect(JSON.parse(unasked.stdout)).toMatchObject({ checked: false });
});

test("the selected profile is used, and an unknown one is refused", async () => {
  const tome = openTome();
  expect((await tome("auth switch local")).code).toBe(0);
  expect((await tome("whoami --json email")).stdout).toContain("owner@example.com");
  const { code, stderr } = await tome("auth switch nowhere");
  expect(code).toBe(2);
  expect(stderr).toContain("The profile nowhere does not exist. Existing profiles: default, local");
});

test("the local platform has no login, because it uses its own token", async () => {
  const { code, stderr } = await openTome()("auth login --with-token --local", { stdin: "x" });
  expect(code).toBe(2);
  expect(stderr).toContain("needs no login");
  const logout = await openTome()("auth logout --local");
  expect(logout.code).toBe(2);
  expect(logout.stderr).toContain("needs no stored token");
});

slowTest("a first login creates its profile and explains how to use it", async () => {
  const { url } = await platform();
  const tome = openTome();
  const env = { TOME_BASE_URL: url };
  const login = await tome("auth login --with-token --profile work", { env, stdin: "good-token" });
  expect(login.stderr).toContain("Add --profile work, or run tome auth switch work");
  expect((await tome("whoami --profile work", { env })).code).toBe(0);
  await tome("auth switch work");
  const again = await tome("auth login --with-token", { env, stdin: "good-token" });
  expect(again.stderr).not.toContain("Another profile");
});

test("a login warns that the token of the environment takes precedence", async () => {
  const { url } = await platform();
  const env = { TOME_TOKEN: "wrong", TOME_BASE_URL: url };
  const tome = openTome();
  const login = await tome("auth login --with-token", { env, stdin: "good-token" });
  expect(login.stderr).toContain(
    "environment variable TOME_TOKEN takes precedence while it is set",
  );
  const status = await tome("auth status", { env });
  expect(status.stderr).toContain("hint: Set a valid token in TOME_TOKEN, or unset it");
});

test("profiles are listed with their platforms and token storage", async () => {
  const { url } = await platform();
  const tome = openTome();
  await tome(`auth login --with-token --base-url ${url} --profile work`, { stdin: "good-token" });
  await tome("auth switch work");
  const rows = JSON.parse((await tome("auth list --json")).stdout);
  expect(rows).toEqual([
    { profile: "default", inUse: false, baseUrl: "https://api.gitbook.com", token: null },
    { profile: "local", inUse: false, baseUrl: "embedded", token: null },
    { profile: "work", inUse: true, baseUrl: url, token: expect.stringContaining("tokens.json") },
  ]);
  expect(JSON.stringify(rows)).not.toContain("good-token");
});

test("auth switch without a name prompts for a profile, or lists the profiles", async () => {
  const tome = openTome();
  const asked = await tome("auth switch", { answers: ["local"] });
  expect(asked.stderr).toContain("Profile (default, local): ");
  expect(asked.stderr).toContain("Switched to profile local.");
  const refused = await tome("auth switch");
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("Profiles: default, local");
});

test("spaces around a pasted token are removed", async () => {
  const { url } = await platform();
  const tome = openTome();
  const login = await tome(`auth login --base-url ${url}`, { answers: [" good-token  "] });
  expect(login.code).toBe(0);
  expect((await tome("auth token")).stdout).toBe("good-token\n");
});

test("a logout names other tokens of the profile", async () => {
  const [first, second] = [await platform(), await platform()];
  const tome = openTome();
  for (const { url } of [first, second]) {
    await tome(`auth login --with-token --base-url ${url}`, { stdin: "good-token" });
  }
  const { code, stderr } = await tome("auth logout");
  expect(code).toBe(0);
  expect(stderr).toContain(`Profile default also has tokens for ${first.url}`);
});
