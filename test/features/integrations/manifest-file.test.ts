import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openTome, type Ran, type TomeOptions } from "../../support/commands/tome.ts";
import { slowTest, slowTests } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

const manifest = `
name: demo
title: Demo
icon: ./assets/icon.png
organization: vendor
visibility: public
scopes: [space:content:read, page:feedback:read]
categories: [analytics]
previewImages:
  - assets/icon.png
  - ./assets/second.png
script: ./src/index.tsx
target: site
contentSecurityPolicy:
  font-src: |
    client.example.com
    https://client.example.com;
  script-src: https://example.com 'unsafe-inline';
secrets:
  KEY: \${{ env.DEMO_KEY }}
  PAIR: id-\${{ env.DEMO_ID }}-\${{env.DEMO_KEY}}
envs:
  default:
    organization: main
  test:
    organization: testing
    visibility: private
    secrets:
      KEY: \${{ env.TEST_KEY }}
  vault:
    secrets:
      KEY: \${{ "op://vault/demo/KEY" }}
`;

const env = { DEMO_KEY: "canary-key", DEMO_ID: "canary-id" };

/** A folder with a manifest, a script in two files, and images. */
function start(text = manifest, options: TomeOptions = {}) {
  const cwd = temporaryFolder();
  const tome = openTome(options);
  mkdirSync(join(cwd, "demo/assets"), { recursive: true });
  mkdirSync(join(cwd, "demo/src"));
  writeFileSync(join(cwd, "demo/gitbook-manifest.yaml"), text);
  writeFileSync(join(cwd, "demo/assets/icon.png"), "icon");
  writeFileSync(join(cwd, "demo/assets/second.png"), "second");
  writeFileSync(join(cwd, "demo/src/tracker.raw.js"), "window.tracker();");
  writeFileSync(
    join(cwd, "demo/src/index.tsx"),
    'import tracker from "./tracker.raw.js";\nexport default { mode: MODE as string, tracker };\n',
  );
  const publish = (flags = "", ask: Parameters<typeof tome>[1] = {}) =>
    tome(`integration publish --manifest demo/gitbook-manifest.yaml ${flags} --local`, {
      cwd,
      env,
      ...ask,
    });
  return { cwd, publish };
}

function getBody({ stdout }: Ran): Record<string, unknown> {
  return JSON.parse(stdout).body;
}

describe("the manifest format of the published CLI", () => {
  test("paths are relative to the manifest, and the script is bundled for runtime v2", async () => {
    const ran = await start().publish("--dry-run");
    expect(ran).toMatchObject({ code: 0 });
    const body = getBody(ran);
    const [icon, second] = ["icon", "second"].map((text) => Buffer.from(text).toString("base64"));
    expect(body).toMatchObject({
      organization: "main",
      description: "",
      icon,
      previewImages: [icon, second],
      runtime: "v2",
      secrets: { KEY: "[removed]", PAIR: "[removed]" },
    });
    expect(body).not.toHaveProperty("envs");
    expect(body.script).toContain("window.tracker();");
    expect(body.script).toContain("production");
    expect(body.script).not.toContain("import");
    expect(ran.stdout).toContain("integrations/demo");
    expect(ran.stdout + ran.stderr).not.toContain("canary");
  });

  slowTest("it is published, and its policy is returned on one line", async () => {
    const { publish } = start(manifest, { withSample: true });
    const ran = await publish('--org "Open Source Docs" --json');
    expect(ran).toMatchObject({ code: 0 });
    expect(JSON.parse(ran.stdout)).toMatchObject({
      name: "demo",
      contentSecurityPolicy:
        "font-src client.example.com https://client.example.com; script-src https://example.com 'unsafe-inline'",
    });
  });

  slowTest("--env selects values, and --secret replaces a value that cannot be read", async () => {
    const { publish } = start();
    const chosen = await publish("--env test --dry-run", { env: { TEST_KEY: "canary" } });
    expect(getBody(chosen)).toMatchObject({
      organization: "testing",
      visibility: "private",
      secrets: { KEY: "[removed]" },
    });
    const replaced = await publish("--env vault --secret KEY=canary --dry-run");
    expect(getBody(replaced)).toMatchObject({ secrets: { KEY: "[removed]" } });
    const own = await publish("--script demo/src/tracker.raw.js --dry-run");
    expect(getBody(own)).toMatchObject({ script: "window.tracker();" });
    expect(getBody(own)).not.toHaveProperty("runtime");
  });
});

slowTest("a script imports packages above its folder, and code of the same checkout", async () => {
  const { cwd, publish } = start();
  mkdirSync(join(cwd, ".git"));
  mkdirSync(join(cwd, "node_modules/installed"), { recursive: true });
  mkdirSync(join(cwd, "common"));
  writeFileSync(join(cwd, "node_modules/installed/index.js"), 'export default "from-package";');
  writeFileSync(join(cwd, "common/code.ts"), 'export const code = "from-checkout" as string;');
  writeFileSync(
    join(cwd, "demo/src/index.tsx"),
    'import one from "installed";\nimport { code } from "../../common/code";\nexport default [one, code];\n',
  );
  const { script } = getBody(await publish("--dry-run"));
  expect(script).toContain("from-package");
  expect(script).toContain("from-checkout");
});

describe("a manifest is refused", () => {
  test.each([
    ["--env prod", env, 'has no environment "prod". Use one of default, test, vault.'],
    ["--env test", env, "requires the environment variable TEST_KEY, which is not set."],
    ["", { DEMO_KEY: "" }, "requires the environment variable DEMO_KEY, which is not set."],
    ["--env vault", env, "The secret KEY of the manifest is stored in 1Password"],
  ])("with %s and its variables", async (flags, variables, message) => {
    const { code, stderr } = await start().publish(flags, { env: variables });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("canary");
  });

  test.each(["TOME_TOKEN", "GITBOOK_TOKEN", "GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY"])(
    "if a secret is the variable %s",
    async (name) => {
      const { publish } = start(manifest.replace("env.DEMO_KEY", `env.${name}`));
      const { code, stderr } = await publish("--dry-run", { env: { ...env, [name]: "canary" } });
      expect(code).toBe(2);
      expect(stderr).toContain(`cannot use the variable ${name}, which is reserved`);
      expect(stderr).not.toContain("canary");
    },
  );

  slowTests.each([
    ["a file elsewhere", "../../private.json"],
    ["an absolute path", "/private.json"],
    ["a link out of its folder", "./linked.json"],
    ["a device", "./device.json"],
    ["a package that is a link", "linked-package"],
  ])("if its script imports %s", async (_, imported) => {
    const { cwd, publish } = start();
    const outside = join(cwd, "private.json");
    writeFileSync(outside, '{"key":"canary"}');
    symlinkSync(outside, join(cwd, "demo/src/linked.json"));
    symlinkSync("/dev/zero", join(cwd, "demo/src/device.json"));
    mkdirSync(join(cwd, "demo/node_modules/linked-package"), { recursive: true });
    symlinkSync(outside, join(cwd, "demo/node_modules/linked-package/index.json"));
    writeFileSync(
      join(cwd, "demo/node_modules/linked-package/package.json"),
      '{"main":"index.json"}',
    );
    const source = imported === "/private.json" ? outside : imported;
    writeFileSync(
      join(cwd, "demo/src/index.tsx"),
      `import text from ${JSON.stringify(source)};\nexport default text;\n`,
    );
    const { code, stdout, stderr } = await publish("--dry-run");
    expect(code).toBe(2);
    expect(stderr).toContain("outside the folder of the integration");
    expect(stdout + stderr).not.toContain("canary");
  });

  test("if an image is missing, or is a link out of its folder", async () => {
    const { cwd, publish } = start(manifest.replace("second.png", "third.png"));
    expect((await publish("--dry-run")).code).toBe(2);
    writeFileSync(join(cwd, "private.png"), "private");
    symlinkSync(join(cwd, "private.png"), join(cwd, "demo/assets/third.png"));
    const { code, stderr } = await publish("--dry-run");
    expect(code).toBe(2);
    expect(stderr).toContain("third.png");
  });

  test("if esbuild cannot bundle its script, with the position", async () => {
    const { cwd, publish } = start();
    writeFileSync(join(cwd, "demo/src/index.tsx"), '\nimport "./gone";\n');
    const { code, stderr } = await publish("--dry-run");
    expect(code).toBe(2);
    expect(stderr).toContain(
      'esbuild cannot bundle ./src/index.tsx: Could not resolve "./gone" (src/index.tsx:2).',
    );
  });

  test("without a name, unless the command line has it", async () => {
    const { publish } = start(manifest.replace("name: demo\n", "description: Demo\n"));
    const { code, stderr } = await publish("--dry-run");
    expect(code).toBe(2);
    expect(stderr).toContain("The name of the integration is missing.");
  });
});

slowTests.each([
  ["null", "null"],
  ["text", '"text"'],
  ["[a]", "a list of 1"],
])("secrets must be names and values, not %s", async (value, name) => {
  const text = manifest.replace(/secrets:\n {2}KEY.*\n {2}PAIR.*\n/, `secrets: ${value}\n`);
  const { code, stderr } = await start(text).publish("--dry-run");
  expect(code).toBe(2);
  expect(stderr).toContain(`error: --secret must be a record, not ${name}.\n`);
});
