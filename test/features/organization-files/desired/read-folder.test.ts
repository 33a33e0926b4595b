/** Reading and validation of the configuration files in a folder. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { UsageError } from "../../../../src/errors.ts";
import { readFolder } from "../../../../src/features/organization-files/desired/read-folder.ts";
import { computeHash } from "../../../../src/json/canonical.ts";
import { openScriptedContext } from "../../../support/commands/scripted-context.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";

type Files = Readonly<Record<string, string>>;

/** The folder `org` with files, and the values that are removed from output. */
async function read(files: Files, env: Readonly<Record<string, string>> = {}) {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "org"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, "org", name)), { recursive: true });
    writeFileSync(join(cwd, "org", name), text);
  }
  const concealed: string[] = [];
  const redacted: string[][] = [];
  const { context } = openScriptedContext({
    more: {
      cwd,
      env,
      conceal: (text: string) => void concealed.push(text),
      redactions: { add: async (name: string, text: string) => void redacted.push([name, text]) },
    },
  });
  const outcome = await readFolder(context, "org").then(
    (folder) => ({ folder, error: undefined }),
    (error: UsageError) => ({ folder: undefined, error }),
  );
  return { ...outcome, concealed, redacted };
}

const getErrors = async (files: Files, env?: Readonly<Record<string, string>>) => {
  const { error } = await read(files, env);
  return [error?.message, ...(error?.details ?? [])];
};

const plainFiles = ["org", "people", "content", "specs", "webhooks", "saml"] as const;
const emptyTexts = ["", "\n", "# only a comment\n", "---\n", "null\n", "{}\n"];

describe("a file", () => {
  test.each(plainFiles.flatMap((kind) => emptyTexts.map((text) => [kind, text] as const)))(
    "%s.yaml with the text %j has no fields",
    async (kind, text) => {
      const { folder, error } = await read({ [`${kind}.yaml`]: text });
      expect(error).toBeUndefined();
      const found = plainFiles.filter((one) => folder?.[one] !== undefined);
      expect([found, folder?.[kind], folder?.sites]).toEqual([[kind], {}, undefined]);
    },
  );

  test.each([...plainFiles.map((kind) => `${kind}.yaml`), "sites/help.yaml"])(
    "%s with an unknown field is refused with the line of the field",
    async (name) => {
      const required = name.startsWith("sites/") ? "site:\n  title: Help\n" : "";
      const text = `# A comment.\n${required}\nwrong: 1\n`;
      const line = text.split("\n").indexOf("wrong: 1") + 1;
      expect(await getErrors({ [name]: text })).toEqual([
        "The files in org have 1 error:",
        `${name}, line ${line}: The file has an unknown field: wrong.`,
      ]);
    },
  );

  test("that is not YAML is refused with the reason in one line, and the others are read", async () => {
    const errors = await getErrors({ "content.yaml": "spaces: [", "org.yaml": "sso: 1\n" });
    expect(errors).toEqual([
      "The files in org have 2 errors:",
      "org.yaml, line 1: sso must be true or false, not 1.",
      expect.stringMatching(/^content\.yaml is not valid YAML: [^\n]+[^:.\n]$/),
    ]);
  });

  test("has a digest of its text, like the texts of specifications", async () => {
    const files = {
      "org.yaml": "title: Acme\n",
      "specs.yaml": "specs:\n  a: { file: specs/a.json }\n  b: { url: https://x.example/b }\n",
      "specs/a.json": "{}",
      "sites/help.yaml": "site:\n  title: Help\n",
    };
    const { folder } = await read({ ...files, "notes.md": "other", "sites/notes.md": "other" });
    const expected = Object.entries(files).map(([name, text]) => [name, computeHash(text)]);
    expect([...(folder?.digests ?? [])].toSorted()).toEqual(expected.toSorted());
    expect([...(folder?.texts ?? [])]).toEqual([["specs/a.json", "{}"]]);
    expect(folder?.formatLine({ file: "specs.yaml", path: ["specs", "b"] })).toBe(
      "specs.yaml, line 3",
    );
  });
});

describe("site files", () => {
  const site = "site:\n  title: Help\n";

  test("are the YAML files of the folder sites, in the order of their names", async () => {
    const names = ["b", "a2", "a10", "B", "a"];
    const files = Object.fromEntries(names.map((name) => [`sites/${name}.yaml`, site]));
    const others = { "sites/a.yml": site, "sites/yaml": site, "sites/x/y.yaml": site };
    const { folder } = await read({ ...files, ...others });
    expect([...(folder?.sites?.keys() ?? [])]).toEqual(names.toSorted());
  });

  test.each([
    ["sites/two words.yaml", "sites/two words.yaml: the file name is not a valid key"],
    ["sites/.yaml", "sites/.yaml: the file name is not a valid key"],
  ])("with the name %s are refused", async (name, message) => {
    expect(await getErrors({ [name]: site, "sites/good.yaml": site })).toEqual([
      "The files in org have 1 error:",
      message,
    ]);
  });

  test("need a title", async () => {
    expect(await getErrors({ "sites/help.yaml": "" })).toEqual([
      "The files in org have 1 error:",
      "sites/help.yaml, line 1: site is missing.",
    ]);
  });
});

test.each<readonly [string, Files, string]>([
  ["without files", {}, "none"],
  ["with other files", { "readme.md": "x", "site.yaml": "x", "org.yml": "x" }, "none"],
  ["with an empty folder sites", { "sites/.keep": "" }, "read"],
])("a folder %s is %s", async (_, files, expected) => {
  const { error, folder } = await read(files);
  if (expected === "read") {
    expect(folder?.sites?.size).toBe(0);
    return;
  }
  expect(error).toMatchObject({
    message:
      "No configuration files found in org (expected org.yaml, people.yaml, content.yaml, specs.yaml, webhooks.yaml, saml.yaml, sites/<key>.yaml). No changes were made.",
    hint: "tome export org",
  });
});

describe("variables", () => {
  const hook = "url: { env: HOOK_URL }";
  const text = `webhooks:\n  a: { ${hook}, secret: { env: HOOK_SECRET } }\n  b: { ${hook} }\n`;

  test("are replaced by their values, which are removed from output", async () => {
    const env = { HOOK_URL: "https://x.example/h", HOOK_SECRET: "s3cret", OTHER: "other" };
    const { folder, concealed, redacted } = await read({ "webhooks.yaml": text }, env);
    const url = env.HOOK_URL;
    expect(folder?.webhooks?.webhooks).toEqual({ a: { url, secret: "s3cret" }, b: { url } });
    expect([...(folder?.variables ?? [])]).toEqual([
      [url, "HOOK_URL"],
      ["s3cret", "HOOK_SECRET"],
    ]);
    expect(new Set(concealed)).toEqual(new Set([url, "s3cret"]));
    expect(redacted).toContainEqual(["HOOK_SECRET", "s3cret"]);
    expect(redacted.some(([name]) => name === "OTHER")).toBe(false);
  });

  test("that are not set are all refused with their lines", async () => {
    expect(await getErrors({ "webhooks.yaml": text }, { HOOK_SECRET: "x" })).toEqual([
      "The files in org have 2 errors:",
      "webhooks.yaml, line 2: webhooks.a.url uses the variable HOOK_URL, which is not set.",
      "webhooks.yaml, line 3: webhooks.b.url uses the variable HOOK_URL, which is not set.",
    ]);
  });
});
