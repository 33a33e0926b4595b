import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

const manifest = `name: checker
title: Checker
script: ./index.ts
`;

function toScript(word: string): string {
  return `export default { async fetch(request) {
    const form = await request.formData();
    const event = JSON.parse(form.get("event") as string);
    console.log("${word}", event.type);
    return new Response("${word}");
  } };`;
}

/** Texts that a command writes; `next` resolves with the text up to a match. */
function listen() {
  let text = "";
  let wake = () => {};
  return {
    hear(added: string) {
      text += added;
      wake();
    },
    async next(pattern: RegExp): Promise<RegExpExecArray> {
      for (;;) {
        const found = pattern.exec(text);
        if (found) {
          text = text.slice(found.index + found[0].length);
          return found;
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

function createInterrupt() {
  let interrupt = () => {};
  const interrupted = new Promise<void>((resolve) => {
    interrupt = resolve;
  });
  return { interrupt, interrupted: () => interrupted };
}

function createFolder(script: string): string {
  const folder = join(temporaryFolder(), "checker");
  mkdirSync(folder);
  writeFileSync(join(folder, "gitbook-manifest.yaml"), manifest);
  writeFileSync(join(folder, "index.ts"), script);
  return folder;
}

describe("integration dev with a folder", () => {
  slowTest("publishes each change, and prints the console until it is interrupted", async () => {
    const tome = openTome();
    const folder = createFolder(toScript("first"));
    const notes = listen();
    const output = listen();
    const { interrupt, interrupted } = createInterrupt();
    const running = tome(["integration", "dev", folder, "--port", "0", "--local"], {
      told: notes.hear,
      heard: output.hear,
      interrupted,
    });
    const [, url = ""] = await notes.next(/runs integrations at (http:\S+)\.\n/);
    await notes.next(/Published checker as version 1\./);
    await notes.next(/tome integration install checker --org \w+/);
    const ask = async () => (await fetch(`${url}/_integrations/checker/hook`)).text();
    expect(await ask()).toBe("first");
    await output.next(/info\tfetch\t\w+\tfirst fetch\n/);
    writeFileSync(join(folder, "index.ts"), "export default {{");
    await notes.next(/Not published: esbuild cannot bundle \.\/index\.ts/);
    writeFileSync(join(folder, "index.ts"), toScript("second"));
    await notes.next(/Published checker as version 2\./);
    expect(await ask()).toBe("second");
    const line = await output.next(/[^\n]*second fetch\n/);
    expect(line[0].split("\t")).toHaveLength(5);
    interrupt();
    expect(await running).toMatchObject({ code: 0 });
  });

  test("is refused for a platform that does not run integrations", async () => {
    const tome = openTome();
    const folder = createFolder(toScript("any"));
    const { interrupt, interrupted } = createInterrupt();
    const notes = listen();
    const serving = tome("serve --memory --port 0 --json=url,token", {
      heard: notes.hear,
      interrupted,
    });
    const [served] = await notes.next(/\{[^\n]*\}\n/);
    const { url, token } = JSON.parse(served);
    const env = { TOME_TOKEN: token, TOME_BASE_URL: url };
    const organizations = await tome("org list --format id", { env });
    const org = organizations.stdout.trim();
    const refused = await tome(["integration", "dev", folder, "--org", org], { env });
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain("does not run integrations for development");
    const listed = await tome("integration list --json", { env });
    expect(JSON.parse(listed.stdout)).toEqual([]);
    interrupt();
    await serving;
  });

  test("reports a folder without a manifest, and a missing folder", async () => {
    const tome = openTome();
    const empty = await tome(["integration", "dev", temporaryFolder(), "--local"]);
    expect(empty).toMatchObject({ code: 2 });
    expect(empty.stderr).toContain("gitbook-manifest.yaml");
    const missing = await tome("integration dev nosuch --local");
    expect(missing.stderr).toContain("nosuch is not a folder.");
  });
});

describe("integration tail", () => {
  slowTest("prints earlier and new lines as NDJSON, until it is interrupted", async () => {
    const tome = openTome();
    const folder = createFolder(toScript("hello\\u001b[31m"));
    const notes = listen();
    const dev = createInterrupt();
    const running = tome(["integration", "dev", folder, "--port", "0", "--local"], {
      told: notes.hear,
      interrupted: dev.interrupted,
    });
    const [, url = ""] = await notes.next(/runs integrations at (http:\S+)\.\n/);
    await notes.next(/Press Ctrl-C to stop\./);
    const ask = () => fetch(`${url}/_integrations/checker/hook`);
    await ask();
    const output = listen();
    const tail = createInterrupt();
    const following = tome("integration tail checker --json --local", {
      heard: output.hear,
      interrupted: tail.interrupted,
    });
    const [first] = await output.next(/[^\n]*hello[^\n]*\n/);
    expect(JSON.parse(first)).toMatchObject({ level: "info", type: "fetch" });
    await ask();
    await output.next(/hello/);
    tail.interrupt();
    expect(await following).toMatchObject({ code: 0 });
    const plain = createInterrupt();
    const lines = listen();
    const drawn = tome("integration tail checker --local", {
      heard: lines.hear,
      screen: true,
      interrupted: plain.interrupted,
    });
    const [shown] = await lines.next(/[^\n]*hello[^\n]*\n/);
    expect(shown).not.toContain("\u001b[31m");
    plain.interrupt();
    await drawn;
    dev.interrupt();
    await running;
  });
});
