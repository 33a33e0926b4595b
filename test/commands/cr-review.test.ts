/** Remaining requirements after a review, and requested reviewers without permission. */
import { describe, expect, test } from "vitest";
import { review } from "../../src/commands/cr-review.ts";
import type { JsonObject } from "../../src/json/values.ts";
import { openLocalTome } from "../support/commands/tome.ts";
import { prepareInput } from "../support/commands/verb-parts.ts";
import { slowTest } from "../support/generators/amount.ts";

describe("a review", () => {
  const neither = "Specify either --approve or --request-changes.";

  test.each<readonly [JsonObject, JsonObject | string]>([
    [{ status: true }, { status: "approved" }],
    [{ requestChanges: true }, { status: "changes-requested" }],
    [{ status: false, requestChanges: true }, { status: "changes-requested" }],
    [{ status: true, requestChanges: true }, neither],
    [{ status: false, requestChanges: false }, neither],
    [{}, neither],
    [{ body: "Words." }, neither],
    // The status of a file with the body.
    [{ status: "approved" }, { status: "approved" }],
    [
      { status: "changes-requested", body: "Words." },
      { status: "changes-requested", body: "Words." },
    ],
    [{ status: "approved", requestChanges: true }, { status: "changes-requested" }],
  ])("with %j sends %j", (input, sent) => {
    expect(prepareInput({ verbs: { review } }, "review", input)).toEqual(sent);
  });
});

async function start() {
  const { tome, ok } = openLocalTome();
  await ok("space create --title Guide");
  await ok("config set space Guide");
  await ok("space update Guide --merge-rules approval");
  await ok("org invite users ada@example.com --role edit");
  await ok("cr create --subject Words");
  await ok("cr edit 1 --new --title Start");
  const look = async (line: string) => {
    const { code, stdout, stderr } = await tome(`${line} --local --no-color`, { screen: true });
    if (code !== 0) throw new Error(`tome ${line}: ${code} ${stderr}`);
    return stdout + stderr;
  };
  return { tome, ok, look };
}

slowTest(
  "a review reports the unmet merge rules, because the author's review does not count",
  async () => {
    const { tome, ok, look } = await start();
    await ok("cr update 1 --status open");
    const said = await look("cr review 1 --approve");
    expect(said).toContain("cannot be merged yet: a user who neither created nor edited it");
    expect(said).toMatch(/tome cr view 1 .*--local/);
    const piped = await tome("cr review 1 --approve --local");
    expect(piped.stderr).not.toContain("merged");
    await ok("space update Guide --merge-rules none");
    expect(await look("cr review 1 --approve")).not.toContain("merged");
    await ok("cr review 1 --request-changes");
    expect(await look("cr view 1")).toContain("no rule prevents it, but Owner requested changes");
  },
);

slowTest(
  "a requested reviewer without permission is named, with the command that grants it",
  async () => {
    const { tome, ok, look } = await start();
    const drafted = await look("cr request-review 1 --reviewer ada@example.com --space Guide");
    expect(drafted).toContain(
      "The change request is a draft. To open it: tome cr update 1 --space Guide --status open",
    );
    await ok("cr update 1 --status open");
    const asked = await look("cr request-review 1 --reviewer ada@example.com");
    expect(asked).toContain("Reviewing requires the role review in the space, and ");
    const [line = ""] =
      /space permission grant \S+ --role review --user ada@example\.com/.exec(asked) ?? [];
    const token = await ok("local token create --user ada@example.com");
    const refused = await tome("cr review 1 --approve --local", { env: { TOME_TOKEN: token } });
    expect(refused.code).toBe(4);
    expect(refused.stderr).toContain(
      "hint: To see the required role: tome access explain -- cr review",
    );
    await ok(line);
    expect(await look("cr request-review 1 --reviewer ada@example.com")).not.toContain("needs");
  },
);
