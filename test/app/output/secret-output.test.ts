import { expect, test } from "vitest";
import { openSecretOutput } from "../../../src/app/output/secret-output.ts";
import type { OutputChoice } from "../../../src/context.ts";
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

test.each<[choice: OutputChoice, isOfAgent: boolean, isPrinted: boolean]>([
  [{ format: "id" }, false, true],
  [{ format: "json" }, false, false],
  [{ fields: ["id"] }, false, true],
  [{ fields: ["title"] }, false, false],
  [{ columns: ["ID"] }, false, true],
  [{ jq: ".[].id" }, false, true],
  [{ jq: ".[].idea" }, false, false],
  // The conversation of an agent leaves the machine.
  [{ format: "id" }, true, false],
  [{ fields: ["id"] }, true, false],
])(
  "with %j, and for an agent: %s, a secret id is printed: %s",
  async (choice, isOfAgent, isPrinted) => {
    const output = openSecretOutput(choice, () => {}, isOfAgent);
    output.receive({ name: "id", value: "inv-1234567890" });
    const record = { id: "inv-1234567890", title: "Guide" };
    const hidden = await output.hide({ record });
    expect(hidden).toEqual({ record: isPrinted ? record : { title: "Guide" } });
    expect(output.describeHidden() === undefined).toBe(isPrinted);
  },
);

test("a field that a command may print stays, but not for an agent", async () => {
  for (const isOfAgent of [false, true]) {
    const output = openSecretOutput({}, () => {}, isOfAgent);
    output.allow(["signing-key"]);
    output.receive({ name: "signingKey", value: "key-1234567890" });
    const record = { signingKey: "key-1234567890" };
    expect(await output.hide({ record })).toEqual({ record: isOfAgent ? {} : record });
  }
});

test("a list whose reader leaves early is closed, also without secrets", async () => {
  for (const hasSecret of [true, false]) {
    let isClosed = false;
    const list = (async function* () {
      try {
        for (let at = 0; ; at++) yield [{ id: `S${at}`, key: "key-1234567890" }];
      } finally {
        isClosed = true;
      }
    })();
    const output = openSecretOutput({}, () => {}, false);
    if (hasSecret) output.receive({ name: "key", value: "key-1234567890" });
    const columns = [
      { header: "ID", path: "id" },
      { header: "KEY", path: "key" },
    ];
    const hidden = await output.hide({ list, columns, none: "" });
    if (hidden === undefined || !("list" in hidden)) throw new Error("It is no list.");
    expect(hidden.columns.map(({ path }) => path)).toEqual(hasSecret ? ["id"] : ["id", "key"]);
    for await (const rows of hidden.list) {
      expect(Object.keys(rows[0] ?? {})).toEqual(hasSecret ? ["id"] : ["id", "key"]);
      if (rows[0]?.id === "S2") break;
    }
    expect(isClosed).toBe(true);
  }
});
