import { expect, test } from "vitest";
import { openTome } from "../support/commands/tome.ts";

test("the error for a private IP address names the variable that allows it with --local", async () => {
  const tome = openTome();
  const space = (await tome("space create --title A --local --format id")).stdout.trim();
  const url = "http://127.0.0.1:9/x.git";
  const line = `git import --space ${space} --url ${url} --ref refs/heads/main --wait --local`;
  const refused = await tome(line);
  const [fix = ""] =
    /TOME_ALLOW_PRIVATE=true(?= for the command \(with --local\))/.exec(refused.stderr) ?? [];
  const [name = "", value = ""] = fix.split("=");
  const allowed = await tome(line, { env: { [name]: value } });
  expect(allowed.stderr).not.toContain("private network");
  expect(refused.stderr).not.toContain("hint: tome serve");
});
