/** The built `tome preview`, with the documentation of a package. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, cpSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { slowTest } from "../support/generators/amount.ts";
import { hasChromium, openChromium } from "../support/machine/chromium.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { startServe } from "../support/platforms/built-serve.ts";
import { buildProgram, launcher, root } from "./built.ts";

beforeAll(buildProgram);

interface State {
  readonly revision: string;
  readonly failure: string | null;
  readonly summary: string;
  readonly findings: readonly string[];
}

interface Previewed {
  readonly url: string;
  readonly folder: string;
  /** The temporary folder of the program. */
  readonly temporary: string;
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly notes: string }>;
}

async function startPreview(): Promise<Previewed> {
  const home = temporaryFolder();
  const folder = join(home, "docs");
  const temporary = join(home, "tmp");
  mkdirSync(temporary);
  const guides = "docs/Guides";
  cpSync(join(root, "node_modules/fastify", guides), join(folder, guides), { recursive: true });
  cpSync(join(root, "node_modules/fastify/README.md"), join(folder, "README.md"));
  const child = spawn(process.execPath, [launcher, "preview", "docs", "--port", "0", "--json"], {
    cwd: home,
    env: { HOME: home, PATH: process.env.PATH ?? "", TMPDIR: temporary },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const notes = text(child.stderr);
  const ended = once(child, "close").then(async ([code]) => ({ code, notes: await notes }));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const first = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  if (first.done) throw new Error((await ended).notes);
  const { url }: { url: string } = JSON.parse(first.value);
  return { url, folder, temporary, child, ended };
}

/** Like a browser, which resolves names below localhost to this machine. */
async function ask(address: string): Promise<IncomingMessage> {
  const { host, port, pathname, search } = new URL(address);
  const path = pathname + search;
  const sent = request({ host: "127.0.0.1", port, path, headers: { host } }).end();
  const [answer] = await once(sent, "response");
  return answer;
}

async function read(address: string) {
  const answer = await ask(address);
  const { statusCode: status, headers } = answer;
  return { status, body: await text(answer), policy: String(headers["content-security-policy"]) };
}

/** @returns a function that waits for the next matching state */
async function listenTo(url: string) {
  const answer = await ask(`${url}/~preview/events`);
  onTestFinished(() => void answer.destroy());
  const lines = createInterface(answer)[Symbol.asyncIterator]();
  return async (isMeant: (state: State) => boolean): Promise<State> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error("The stream of events has ended.");
      if (!value.startsWith("data: ")) continue;
      const state: State = JSON.parse(value.slice("data: ".length));
      if (isMeant(state)) return state;
    }
  };
}

const broken = "no-such-page.md";
const guide = "/docs/guides/getting-started";

slowTest(
  "a folder is previewed and follows saved files and findings, keeps the last valid state, and leaves no files",
  async () => {
    const { url, folder, temporary, child, ended } = await startPreview();
    const readme = join(folder, "README.md");
    const page = url + guide;
    const first = await read(page);
    expect(first).toMatchObject({ status: 200, body: expect.stringContaining("Getting Started") });
    expect(first.body.match(/<script\b[^>]*>/g)).toEqual([
      expect.stringContaining('src="/~preview/script.js"'),
    ]);
    expect(first.policy).toContain("default-src 'none'");
    expect(first.policy.match(/script-src [^;]*/g)).toEqual([
      `script-src ${url}/~preview/script.js`,
    ]);
    expect(first.policy.match(/connect-src [^;]*/g)).toEqual([
      `connect-src ${url}/~preview/events`,
    ]);
    const platform = `http://127.0.0.1:${new URL(url).port}`;
    expect(await read(`${platform}/v1/user`)).toMatchObject({ status: 404 });

    const next = await listenTo(url);
    const { revision, findings } = await next(() => true);
    expect(first.body).toContain(`data-revision="${revision}"`);
    expect(findings.join("\n")).not.toContain(broken);

    const beta = "{% if visitor.claims.unsigned.beta %}\nFor testers\n{% endif %}";
    appendFileSync(readme, `\n## Saved just now\n\n[A page](${broken})\n\n${beta}\n`);
    const saved = await next((state) => state.revision !== revision);
    await next(({ findings }) => findings.some((line) => line.includes(broken)));
    expect((await read(url)).body).toContain("Saved just now");
    expect((await read(url)).body).not.toContain("For testers");
    expect((await read(`${url}/?visitor.beta=true`)).body).toContain("For testers");
    expect(await read(page)).toMatchObject({ status: 200 });

    writeFileSync(join(folder, broken), "# Here it is\n");
    const mended = await next(({ findings }) => !findings.some((line) => line.includes(broken)));
    expect(mended.revision).not.toBe(saved.revision);
    expect(await read(`${url}/no-such-page`)).toMatchObject({ status: 200 });

    mkdirSync(join(folder, "added"));
    writeFileSync(join(folder, "added", "later.md"), "# In a new folder\n");
    await next((state) => state.revision !== mended.revision);

    renameSync(readme, `${readme}.away`);
    const failed = await next(({ failure }) => failure !== null);
    expect(failed.failure).toContain("neither README.md nor SUMMARY.md");
    expect((await read(url)).body).toContain("Saved just now");
    renameSync(`${readme}.away`, readme);
    await next(({ failure }) => failure === null);

    child.kill("SIGINT");
    const { code, notes } = await ended;
    expect(code).toBe(0);
    const told = notes.split("\n").filter((line) => line.includes(broken));
    expect(told).toEqual([
      expect.stringMatching(/^\+ error docs\/README\.md:\d+: /),
      expect.stringMatching(/^- error docs\/README\.md:\d+: /),
    ]);
    expect(notes).toContain("The preview is outdated: The repository has neither");
    expect(readdirSync(temporary)).toEqual([]);
  },
);

slowTest(
  "operations of a specification next to the pages are shown and updated when it is saved",
  async () => {
    const { url, folder } = await startPreview();
    const next = await listenTo(url);
    const { revision } = await next(() => true);
    const specification = (summary: string) =>
      `openapi: 3.0.3\ninfo: { title: Pets, version: "1" }\npaths:\n  /pets:\n    get:\n      summary: ${summary}\n      responses: { "200": { description: All } }\n`;
    const block = (file: string) =>
      `{% openapi src="${file}" path="/pets" method="get" %}\n[${file}](${file})\n{% endopenapi %}\n\n`;
    writeFileSync(join(folder, "pets.yaml"), specification("List the pets"));
    // It would have to fetch another file.
    writeFileSync(
      join(folder, "far.json"),
      '{"openapi":"3.0.3","info":{"title":"Far","version":"1"},"paths":{"/pets":{"$ref":"http://127.0.0.1:9/far.json"}}}',
    );
    appendFileSync(join(folder, "README.md"), `\n${block("pets.yaml")}${block("far.json")}`);
    const shown = await next((state) => state.revision !== revision && state.failure === null);
    const { body } = await read(url);
    expect(body).toContain('<p class="summary">List the pets</p>');
    expect(body.match(/The specification is not available/g)).toHaveLength(1);
    writeFileSync(join(folder, "pets.yaml"), specification("List every pet"));
    await next((state) => state.revision !== shown.revision);
    expect((await read(url)).body).toContain('<p class="summary">List every pet</p>');
  },
);

test("a folder that cannot be previewed is refused with the reason, and leaves no files", async () => {
  const home = temporaryFolder();
  const options = { cwd: home, env: { HOME: home, PATH: process.env.PATH ?? "", TMPDIR: home } };
  const child = spawn(process.execPath, [launcher, "preview", "missing"], options);
  const [message, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect({ code, message }).toEqual({
    code: 2,
    message: expect.stringContaining("missing is not a folder"),
  });
  expect(readdirSync(home).filter((name) => name.startsWith("tome-"))).toEqual([]);
});

slowTest("pages of tome serve contain no script, and their policy allows none", async () => {
  const home = temporaryFolder();
  const serving = await startServe(home, ["--memory", "--seed", "--port", "0"]);
  const { site } = serving;
  const { body, policy } = await read(`${site}/`);
  expect(body).not.toMatch(/<script/i);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/script-src|connect-src/);
  expect(await read(`${site}/~preview/script.js`)).toMatchObject({ status: 404 });
});

slowTest.skipIf(!hasChromium)("a browser reloads a page when its file is saved", async () => {
  const { url, folder } = await startPreview();
  const browser = await openChromium();
  onTestFinished(() => browser.close());
  const tab = await browser.newTab();
  await tab.open(url + guide);
  const readTab = () => tab.evaluate("document.body.innerText").catch(() => "");
  const patience = { timeout: 60_000 };
  await expect.poll(readTab, patience).toContain("Preview · Findings");
  const file = join(folder, "docs/Guides/Getting-Started.md");
  appendFileSync(file, `\n## Saved just now\n\n[A page](${broken})\n`);
  await expect.poll(readTab, patience).toContain("Saved just now");
  const bar = "document.getElementById('~preview').textContent";
  await expect.poll(() => tab.evaluate(bar).catch(() => ""), patience).toContain(broken);
  expect(tab.complaints()).toEqual([]);
});
