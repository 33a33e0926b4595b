import { expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";

test("a custom domain without a DNS record is explained with the title of its site", async () => {
  const tome = openTome({ withSample: true });
  const ask = (line: readonly string[]) =>
    tome([...line, "--local"], { screen: true, answers: [], env: { NO_COLOR: "1" } });
  const created = await ask(["site", "create", "--title", "Help center", "--space", "Welcome"]);
  expect(created.code, created.stderr).toBe(0);
  await ask(["site", "update", "Help center", "--hostname", "docs.example.com"]);
  const { stdout, stderr } = await ask(["hostname", "get", "docs.example.com"]);
  expect(stdout, stderr).toContain("Site: Help center");
  expect(stdout).toContain("CNAME");
  expect(stdout).toContain("tome serve --public-url");
  const piped = await tome("hostname get docs.example.com --json --local");
  expect(JSON.parse(piped.stdout)).toMatchObject({ dnsRecord: { type: "CNAME", value: null } });
});

test("a site that needs a share link names its links and the command that creates one", async () => {
  const tome = openTome({ withSample: true });
  const ask = (line: readonly string[]) =>
    tome([...line, "--local"], { screen: true, answers: [], env: { NO_COLOR: "1" } });
  await ask(["site", "create", "--title", "Help center", "--space", "Welcome"]);
  const { stdout, stderr } = await ask([
    ...["site", "update", "Help center", "--visibility", "share-link"],
  ]);
  const text = `${stdout}${stderr}`.replaceAll(/\s+/g, " ");
  expect(text).toContain('Active share links: "Share link" (does not expire).');
  expect(text).toContain("tome site share-link create --name <name> --expires-at 30d");
});
