import { expect, test } from "vitest";
import { openSecretOutput } from "../../../src/app/output/secret-output.ts";
import { openLocalTome } from "../../support/commands/tome.ts";
import { sample } from "../../support/generators/amount.ts";

/** Commands whose results have secrets at different depths. */
const commands = [
  "site auth get Docs",
  "site share-link create --site Docs --name One",
  "site share-link list --site Docs",
];

test.each(sample(commands, 1))(
  "the note of a hidden secret of %s names the flag that prints it",
  async (command) => {
    const { run, ok } = openLocalTome();
    const space = await ok("space create --title Guide --format id");
    await ok("site create --title Docs");
    await ok(`site section create --site Docs --space ${space}`);
    await ok("site update Docs --visibility share-link");
    await ok("site publish Docs");
    await ok("site share-link create --site Docs --name First");
    const { stderr } = await run(`${command} --json`);
    const [, fields = ""] = /To print (?:it|them): --json=(\S+)/.exec(stderr) ?? [];
    expect(fields).not.toBe("");
    const printed = await ok(`${command.replace("One", "Two")} --json=${fields}`);
    expect(printed).toMatch(/"[\w:/.-]{20,}"/);
  },
);

test.each([
  ["elevenchars", false],
  ["twelve-chars", true],
  ["thirteen-char", true],
])("the secret %s is removed from texts: %s", (secret, isRemoved) => {
  const concealed: string[] = [];
  const output = openSecretOutput({}, (text) => void concealed.push(text), false);
  output.receive({ name: "token", value: secret });
  expect(output.guard(`<${secret}>`)).toBe(isRemoved ? "<[hidden]>" : `<${secret}>`);
  expect(concealed).toEqual(isRemoved ? [secret] : []);
});
