import { expect, test } from "vitest";
import { describeCurlTarget, formatCurlCommands } from "../../../src/app/output/curl-command.ts";
import { openWithHistory } from "../../support/commands/with-history.ts";

test("requests are printed as curl commands and not sent, and the last write again", async () => {
  const { ok, run } = openWithHistory();
  const planned = await run(`team create "It's" --curl`);
  expect([planned.code, planned.stdout.split(" \\\n  ")]).toEqual([
    0,
    [
      expect.stringMatching(/^curl --request PUT http:\/\/tome\.localhost\/v1\/orgs\/\w+\/teams$/),
      '--header "authorization: Bearer $TOME_TOKEN"',
      "--header 'content-type: application/json'",
      `--data-raw '{"title":"It'\\''s"}'\n`,
    ],
  ]);
  expect(planned.stderr).toContain("TOME_TOKEN");
  expect(JSON.parse(await ok("team list --json"))).toEqual([]);
  await ok("space create --title Handbook --emoji 📘");
  const shown = await ok("history show --curl");
  expect(shown).toContain("curl --request POST");
  expect(shown).toContain('"title":"Handbook"');
  // Items of a bulk command are printed one after another.
  const many = await ok("api POST /orgs/{org}/teams -f title=x -H x-key:secret --curl");
  expect(many).toContain('--data-raw \'{"title":"x"}\'');
  expect(many).not.toContain("secret");
  const refused = await run("team list --curl --json");
  expect([refused.code, refused.stdout]).toEqual([2, ""]);
  expect(refused.stderr).toContain("--curl prints commands");
});

const url = "https://api.example/v1/spaces?q=it's";
const quoted = "'https://api.example/v1/spaces?q=it'\\''s'";
const token = '--header "authorization: Bearer $TOME_TOKEN"';

test.each<[request: Parameters<typeof formatCurlCommands>[0][number], lines: string[]]>([
  [{ method: "GET", url }, [`curl --request GET ${quoted}`, token]],
  // With --request HEAD, curl would wait for a body.
  [{ method: "HEAD", url }, [`curl --head ${quoted}`, token]],
  [
    { method: "POST", url, body: { title: "It's" } },
    [
      `curl --request POST ${quoted}`,
      token,
      "--header 'content-type: application/json'",
      `--data-raw '{"title":"It'\\''s"}'`,
    ],
  ],
  [
    {
      method: "POST",
      url,
      body: {},
      headers: { "content-type": "application/merge-patch+json", "x-a": "1" },
    },
    [
      `curl --request POST ${quoted}`,
      token,
      "--header 'content-type: application/merge-patch+json'",
      "--header 'x-a: 1'",
      "--data-raw '{}'",
    ],
  ],
  [
    { method: "PUT", url, body: "a text" },
    [`curl --request PUT ${quoted}`, token, "--data-raw 'a text'"],
  ],
])("the request %j is a curl command", (request, lines) => {
  expect(formatCurlCommands([request])).toBe(`${lines.join(" \\\n  ")}\n`);
});

test("several requests are one command each, and none are nothing", () => {
  const request = { method: "GET", url: "https://api.example/v1/user" };
  const commands = formatCurlCommands([request, request]);
  expect(commands.match(/^curl /gm)).toHaveLength(2);
  expect(commands.endsWith("\n")).toBe(true);
  expect(formatCurlCommands([])).toBe("");
  expect(describeCurlTarget({ local: false })).toContain("export TOME_TOKEN=$(tome auth token)");
  expect(describeCurlTarget({ local: true })).toContain("tome local token create");
});
