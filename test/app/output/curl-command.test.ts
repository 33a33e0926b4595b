import { expect, test } from "vitest";
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
