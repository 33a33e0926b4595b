import { expect, test } from "vitest";
import { openWithHistory } from "../../support/commands/with-history.ts";
import { slowTest } from "../../support/generators/amount.ts";

slowTest("entries without an undo are named before the others are undone", async () => {
  const { ok, run, make } = openWithHistory();
  const space = await make("space create --title Handbook");
  await make(`cr create --space ${space} --subject Plans`);
  await ok(`space update ${space} --emoji 📘`);
  const undone = await run("undo --last 2");
  expect([undone.code, undone.stderr]).toEqual([
    9,
    expect.stringMatching(/^\S+ \(tome cr create\) cannot be undone\. /),
  ]);
  expect(undone.stderr.match(/cannot be undone\./g)).toHaveLength(1);
  expect(JSON.parse(await ok(`space get ${space} --json`)).emoji).not.toBe("📘");
});

test("entries with the same reason share it", async () => {
  const { run, make } = openWithHistory();
  const space = await make("space create --title Handbook");
  await make(`cr create --space ${space} --subject Plans`);
  await make(`cr create --space ${space} --subject Ideas`);
  const { code, stderr } = await run("undo --last 2");
  expect(code).toBe(2);
  expect(stderr).toMatch(/ \S+ \(tome cr create\), \S+ \(tome cr create\) cannot be undone\. /);
  expect(stderr.match(/To archive one/g)).toHaveLength(1);
});
