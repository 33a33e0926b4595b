import { expect, test } from "vitest";
import { openTome } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";
import { answerJson, serve } from "../support/network/loopback.ts";

async function checkDefaultPlatform(line: string) {
  const tome = openTome();
  const switched = await tome(line);
  expect(switched.stderr).toContain("Switched to profile local.");
  expect(switched.stderr).toMatch(/: tome local seed\n$/);
  expect((await tome("local seed")).stderr).toMatch(/: tome space list\n$/);
  const made = await tome("space create --title Handbook --format id");
  const space = made.stdout.trim();
  for (const flag of [[], ["--local"]]) {
    const deleted = await tome(["space", "delete", space, "--yes", ...flag]);
    expect(deleted.stderr).toMatch(new RegExp(`: tome space restore ${space}\n$`));
    expect((await tome(["space", "restore", space])).code).toBe(0);
  }
  expect((await tome("config get platform")).stdout).toBe("local\n");
  expect((await tome("doctor --json check,found")).stdout).toContain("local platform in ");
  await tome("config set platform hosted");
  expect((await tome("config get platform")).stdout).toBe("hosted\n");
  expect((await tome("config unset platform")).code).toBe(0);
}

slowTest("after tome auth switch local no command needs or suggests --local", () =>
  checkDefaultPlatform("auth switch local"),
);

slowTest("after tome config set platform local no command needs or suggests --local", () =>
  checkDefaultPlatform("config set platform local"),
);

test("platform accepts local or hosted, and refers to base-url for a URL", async () => {
  const refused = await openTome()("config set platform https://api.example.com");
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('platform must be "local" or "hosted"');
  expect(refused.stderr).toContain("hint: tome config set base-url <url>");
});

test("auth switch warns about a variable that takes precedence", async () => {
  const { stderr } = await openTome()("auth switch local", { env: { TOME_PROFILE: "default" } });
  expect(stderr).toContain(
    "TOME_PROFILE is set to default and takes precedence over the default profile.",
  );
});

slowTest(
  "a command for another platform is not executed on the local platform because that is the default",
  async () => {
    const tome = openTome();
    const env = { TOME_TOKEN: "t", TOME_BASE_URL: "http://127.0.0.1:9" };
    const switched = await tome("auth switch local", { env });
    expect(switched.stderr).toContain("TOME_BASE_URL is set to http://127.0.0.1:9.");
    const refused = await tome("whoami", { env });
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain(
      "TOME_BASE_URL specifies another platform: http://127.0.0.1:9.",
    );
    // The token belongs to another platform, so it is refused here rather than ignored.
    for (const line of ["whoami --local", "whoami --profile local"]) {
      expect([line, (await tome(line, { env })).code]).toEqual([line, 4]);
    }
    const { TOME_TOKEN: _, ...withoutToken } = env;
    for (const line of ["whoami --local", "whoami --profile local"]) {
      expect([line, (await tome(line, { env: withoutToken })).code]).toEqual([line, 0]);
    }
    for (const line of ["local path", "config list"]) {
      expect([line, (await tome(line, { env })).code]).toEqual([line, 0]);
    }
    const sent = await tome("whoami --profile default --retries 0", { env });
    expect(sent.stderr).toContain("127.0.0.1:9");
  },
);

slowTest("a list on a terminal names its platform unless it is the default", async () => {
  const tome = openTome();
  const note = "Source: local platform.";
  expect((await tome("org list --local", { screen: true })).stderr).toContain(note);
  const env = { TOME_PROFILE: "local" };
  expect((await tome("org list", { screen: true, env })).stderr).toContain(note);
  for (const line of ["org list --local", "org list --local --json"]) {
    expect((await tome(line)).stderr).not.toContain(note);
  }
  await tome("auth switch local");
  expect((await tome("org list", { screen: true })).stderr).not.toContain(note);
  expect((await tome("config list", { screen: true, env })).stderr).not.toContain(note);
});

test("without a token the message explains the login and the local platform before any prompt", async () => {
  for (const line of ["space list", "space create", "page get guides/install"]) {
    const { code, stderr } = await openTome()(line, {
      answers: ["Acme"],
      env: { NO_COLOR: "1" },
    });
    expect([line, code]).toEqual([line, 4]);
    expect(stderr).toMatch(
      /^error: The profile \w+ has no token for [\s\S]+: tome auth switch local\.\n/,
    );
    expect(stderr).toContain("hint: tome auth login\n");
  }
  // Also for a script.
  expect((await openTome()("space create")).code).toBe(4);
});

/** A platform with organizations of these titles, for any token. */
function getPlatform(...titles: readonly string[]) {
  const items = titles.map((title, at) => ({ id: `Org${at}${"0".repeat(16)}`, title }));
  return serve(({ url: asked }, response) => {
    const isList = new URL(asked, "http://localhost").pathname.endsWith("/orgs");
    answerJson(response, 200, isList ? { items } : { id: "U1", displayName: "Ada" });
  });
}

test("a login makes the only organization the default", async () => {
  const { url } = await getPlatform("Acme");
  const tome = openTome();
  const login = await tome(`auth login --with-token --base-url ${url}`, { stdin: "token" });
  expect(login.stderr).toContain("The default organization is Acme.");
  expect((await tome("config get org")).stdout).toBe("Org00000000000000000\n");
});

test("a login lets the user choose among several organizations, and only counts them in a pipe", async () => {
  const { url } = await getPlatform("Acme", "Globex", "Initech");
  const tome = openTome();
  const answers = ["token", "glob"];
  const login = await tome(`auth login --base-url ${url}`, { answers });
  expect(login.stderr).toContain("2. Globex");
  expect(login.stderr).toContain("The default organization is Globex.");
  expect((await tome("config get org")).stdout).toBe("Org10000000000000000\n");
  const again = await tome(`auth login --base-url ${url}`, { answers: ["token"] });
  expect(again.stderr).not.toContain("Globex");
  const piped = await openTome()(`auth login --with-token --base-url ${url}`, { stdin: "token" });
  expect(piped.stderr).toContain(
    "You are a member of 3 organizations. To set a default: tome config set org <org>",
  );
});
