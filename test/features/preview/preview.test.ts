/** `tome preview` of a real folder, with a platform that the tests choose. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { preview } from "../../../src/features/preview/preview.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

interface Told {
  readonly revision: string;
  readonly failure: string | null;
  readonly summary: string;
  readonly findings: readonly string[];
}

interface Options {
  readonly files?: Readonly<Record<string, string>>;
  readonly folder?: string;
  readonly port?: number;
  readonly format?: string;
  readonly rules?: string;
  /** The result of the imports, in order; the last one repeats. */
  readonly imports?: readonly object[];
  /** Whether the command is interrupted before the first import ends. */
  readonly isInterrupted?: boolean;
  /** Whether a page is a link to a file outside of the folder. */
  readonly hasUnreadable?: boolean;
  readonly open?: boolean;
}

const changed = { changes: [] };

async function start({
  files = {},
  folder: named,
  port,
  format,
  rules,
  imports = [{ state: "success", revision: "R1", report: changed }],
  isInterrupted = false,
  hasUnreadable = false,
  open,
}: Options = {}) {
  const folder = join(temporaryFolder(), "docs");
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  mkdirSync(folder);
  const home = { "README.md": "# Home\n", "SUMMARY.md": "# Summary\n\n* [Home](README.md)\n" };
  for (const [path, text] of Object.entries({ ...home, ...files })) write(path, text);
  if (hasUnreadable) symlinkSync("/etc/hostname", join(folder, "linked.md"));
  const events: string[] = [];
  const told: Told[] = [];
  const written: string[] = [];
  const results = [...imports];
  let interrupt = () => {};
  const interrupted = new Promise<void>((resolve) => (interrupt = resolve));
  const waiters: (() => void)[] = [];
  const { context, sent, said } = openScriptedContext({
    answer: async ({ line }) => {
      if (line.startsWith("POST /orgs/O1/spaces")) return { id: "S1" };
      if (line === "POST /orgs/O1/sites") return { id: "X1" };
      if (line.endsWith("/publish")) return { urls: { published: "http://preview.localhost/" } };
      if (line === "GET /spaces/S1/git/info") {
        return results.length > 1 ? results.shift() : results[0];
      }
      return {};
    },
    more: {
      cwd: folder,
      env: { BROWSER: "/nosuch/browser" },
      settings: { local: false },
      choice: { format },
      interrupted: () => interrupted,
      readText: async (file: string) =>
        `rules:\n  link-broken: ${file === "w.yaml" ? "warning" : "off"}\n`,
    },
  });
  const client = await context.client();
  const platform = {
    client,
    organization: "O1",
    offer: (offered: { files: readonly { path: string }[] }) =>
      void events.push(`offer ${offered.files.map(({ path }) => path).join(" ")}`),
    finishJobs: async () => {
      if (isInterrupted) {
        interrupt();
        await new Promise<void>((resolve) => waiters.push(resolve));
      }
    },
    tell: (state: Told) => {
      told.push(state);
      for (const wake of waiters.splice(0)) wake();
    },
    begin: (url: string) => void events.push(`begin ${url}`),
    close: async () => {
      events.push("close");
      for (const wake of waiters.splice(0)) wake();
    },
  };
  const running = preview(
    {
      ...context,
      local: {
        ...context.local,
        preview: async (given: number) => {
          events.push(`port ${given}`);
          return platform as never;
        },
      },
      terminal: { ...context.terminal, write: async (text: string) => void written.push(text) },
    },
    {
      ...(named !== undefined && { folder: named }),
      ...(port !== undefined && { port }),
      ...(rules !== undefined && { rules }),
      ...(open !== undefined && { open }),
    },
  );
  running.catch(() => {});
  onTestFinished(async () => {
    interrupt();
    await running.catch(() => {});
  });
  const ended = running.then(() => Promise.reject(new Error("The preview has ended.")));
  ended.catch(() => {});
  /** Resolves as soon as the state of the preview satisfies a condition. */
  const until = async (condition: (state: Told) => boolean): Promise<Told> => {
    for (;;) {
      const last = told.at(-1);
      if (last !== undefined && condition(last)) return last;
      await Promise.race([new Promise<void>((resolve) => waiters.push(resolve)), ended]);
    }
  };
  const end = async () => {
    interrupt();
    return running;
  };
  return { folder, write, events, told, written, sent, said, running, until, end };
}

const ready = "note: The preview reloads when a file is saved. Press Ctrl-C to stop.";

describe("the preview of a folder", () => {
  test("is a public site with the files of the folder", async () => {
    const { folder, events, sent, until, end, said, written, told } = await start({ port: 7 });
    await until(({ summary }) => summary !== "");
    expect(await end()).toBeUndefined();
    const create = ["POST /orgs/O1/spaces", { title: "Content of the preview" }];
    expect(sent).toEqual([
      ["PATCH /orgs/O1", { hostname: "preview" }],
      create,
      ["POST /orgs/O1/sites", { title: "docs", visibility: "public", spaces: ["S1"] }],
      ["PATCH /orgs/O1/sites/X1", { adaptiveContent: { enabled: true } }],
      "POST /orgs/O1/sites/X1/publish",
      [
        "POST /spaces/S1/git/import",
        { url: `file://${folder}`, ref: "refs/heads/main", force: true },
      ],
      "GET /spaces/S1/git/info",
    ]);
    expect(events).toEqual([
      "port 7",
      "offer README.md SUMMARY.md",
      "begin http://preview.localhost",
      "close",
    ]);
    expect(written).toEqual([`url      http://preview.localhost\nfolder   ${folder}\n`]);
    expect(said).toEqual(["note: Findings: no findings.", ready]);
    expect(told).toEqual([
      { revision: "R1", failure: null, summary: "Findings: no findings", findings: [] },
    ]);
  });

  test.each(["json", "ndjson"])("has its URL as %s", async (format) => {
    const { folder, until, end, written } = await start({ format });
    await until(() => true);
    await end();
    expect(written).toEqual([
      `${JSON.stringify({ url: "http://preview.localhost", folder, pid: process.pid })}\n`,
    ]);
  });

  test("has the language of its home page", async () => {
    const { until, end, sent, events } = await start({
      files: { "README.md": "# 안녕하세요 여러분 문서에 오신 것을 환영합니다\n" },
    });
    await until(() => true);
    await end();
    expect(sent).toContainEqual([
      "POST /orgs/O1/spaces",
      { title: "Content of the preview", language: "ko" },
    ]);
    expect(events[0]).toBe("port 4630");
  });

  test("is refused for a file", async () => {
    const { running, events } = await start({ folder: "README.md" });
    await expect(running).rejects.toThrow(
      "README.md is not a folder. Specify the folder with your Markdown.",
    );
    expect(events).toEqual([]);
  });

  test("ends without a URL if it is interrupted before it is ready", async () => {
    const { running, written, events } = await start({ isInterrupted: true });
    expect(await running).toBeUndefined();
    expect(written).toEqual([]);
    expect(events.at(-1)).toBe("close");
  });

  test("of a folder that cannot be imported says so", async () => {
    const { until, end, said } = await start({
      imports: [{ state: "failure", error: "Too large." }],
    });
    const state = await until(({ summary }) => summary !== "");
    await end();
    expect(state).toMatchObject({ revision: "", failure: "Too large." });
    expect(said[0]).toBe("warning: The preview is outdated: Too large.");
  });

  test("ends with an error of its rules", async () => {
    const { running, events } = await start({
      files: { ".tome.check.yaml": "rules: [\n" },
    });
    await expect(running).rejects.toThrow("is not valid YAML");
    expect(events.at(-1)).toBe("close");
  });
});

describe("a saved file", () => {
  slowTest("is imported and checked, and the changes are noted", async () => {
    const { write, until, end, said, events } = await start({
      imports: [
        { state: "success", revision: "R1", report: changed },
        { state: "success", revision: "R2", report: { changes: [], updated: ["x"] } },
        { state: "success", revision: "R3", report: changed },
      ],
    });
    await until(({ summary }) => summary !== "");
    write("README.md", "# Home\n\n[Gone](gone.md)\n");
    const broken = await until(({ findings }) => findings.length > 0);
    expect(broken).toEqual({
      revision: "R2",
      failure: null,
      summary: "Findings: 1 error",
      findings: [expect.stringMatching(/^error README\.md:3: /)],
    });
    write("README.md", "# Home again\n");
    const mended = await until(
      ({ findings, revision }) => findings.length === 0 && revision === "R3",
    );
    expect(mended.summary).toBe("Findings: no findings");
    await end();
    const lines = said.slice(2);
    expect(lines.filter((line) => line.includes("gone"))).toEqual([
      expect.stringMatching(/^note: \+ error README\.md:3: /),
      expect.stringMatching(/^note: - error README\.md:3: /),
    ]);
    expect(lines).toContain("note: Findings: 1 error.");
    expect(lines.at(-1)).toBe("note: Findings: no findings.");
    expect(events.filter((one) => one.startsWith("offer"))).toHaveLength(3);
  });

  slowTest("in a new folder is added, and one that was deleted is removed", async () => {
    const { folder, write, until, end, events } = await start({
      files: { "old/a.md": "# A\n" },
    });
    await until(({ summary }) => summary !== "");
    write("new/b.md", "# B\n");
    const offered = () => events.filter((one) => one.startsWith("offer")).at(-1);
    await until(() => offered() === "offer README.md SUMMARY.md new/b.md old/a.md");
    rmSync(join(folder, "old"), { recursive: true });
    await until(() => offered() === "offer README.md SUMMARY.md new/b.md");
    await end();
    expect(offered()).toBe("offer README.md SUMMARY.md new/b.md");
  });

  slowTest("that the platform refuses leaves the earlier content, and says so once", async () => {
    const failure = { state: "failure", error: "Too large." };
    const { write, until, end, said } = await start({
      imports: [
        { state: "success", revision: "R1", report: changed },
        failure,
        { state: "success", revision: "R3", report: changed },
      ],
    });
    await until(({ summary }) => summary !== "");
    write("README.md", "# Large\n");
    expect(await until(({ failure: why }) => why !== null)).toMatchObject({
      revision: "R1",
      failure: "Too large.",
    });
    write("README.md", "# Small\n");
    expect(await until(({ failure: why }) => why === null)).toMatchObject({ revision: "R3" });
    await end();
    expect(said.filter((line) => line.startsWith("warning"))).toEqual([
      "warning: The preview is outdated: Too large.",
    ]);
    expect(said).toContain("note: No visible changes.");
  });

  slowTest("of which the rules are invalid leaves the earlier content", async () => {
    const { write, until, end, said, folder } = await start();
    await until(({ summary }) => summary !== "");
    write(".tome.check.yaml", "rules: [\n");
    const state = await until(({ failure }) => failure !== null);
    expect(state.failure).toContain("is not valid YAML");
    rmSync(join(folder, ".tome.check.yaml"));
    await until(({ failure }) => failure === null);
    await end();
    expect(said.filter((line) => line.startsWith("warning"))).toHaveLength(1);
  });
});

test("many findings are shown in part", async () => {
  const links = Array.from({ length: 21 }, (_, at) => `[Gone](gone${at}.md)\n`).join("\n");
  const { until, end, said, told } = await start({ files: { "README.md": `# Home\n\n${links}` } });
  await until(({ summary }) => summary !== "");
  await end();
  expect(said).toHaveLength(23);
  expect(said.slice(20)).toEqual([
    "note: and 1 more; to list all: tome check --repo",
    "note: Findings: 21 errors.",
    ready,
  ]);
  expect(told[0]?.findings).toHaveLength(21);
});

test("a folder with a short name is the site Docs", async () => {
  const { folder, sent, until, end } = await start({
    files: { "a/README.md": "# A\n" },
    folder: "a",
  });
  await until(() => true);
  await end();
  expect([basename(folder), sent[2]]).toEqual([
    "docs",
    ["POST /orgs/O1/sites", { title: "Docs", visibility: "public", spaces: ["S1"] }],
  ]);
});

test("exactly twenty findings are shown, and a long name of a folder is cut", async () => {
  const links = Array.from({ length: 20 }, (_, at) => `[Gone](gone${at}.md)\n`).join("\n");
  const { until, end, said } = await start({ files: { "README.md": `# Home\n\n${links}` } });
  await until(({ summary }) => summary !== "");
  await end();
  expect(said.slice(20)).toEqual(["note: Findings: 20 errors.", ready]);
  const name = "d".repeat(60);
  const long = await start({ files: { [`${name}/README.md`]: "# A\n" }, folder: name });
  await long.until(() => true);
  await long.end();
  expect(long.sent[2]).toEqual([
    "POST /orgs/O1/sites",
    { title: "d".repeat(50), visibility: "public", spaces: ["S1"] },
  ]);
  const short = await start({ files: { "ab/README.md": "# A\n" }, folder: "ab" });
  await short.until(() => true);
  await short.end();
  expect(short.sent[2]).toMatchObject(["POST /orgs/O1/sites", { title: "ab" }]);
});

test.each([
  [undefined, "Findings: 1 error, 1 warning", ["error README.md:3", "warning draft.md"]],
  ["w.yaml", "Findings: 2 warnings", ["warning draft.md", "warning README.md:3"]],
  ["off.yaml", "Findings: 1 warning", ["warning draft.md"]],
])("findings have the levels of the rules in %s", async (rules, summary, beginnings) => {
  const { until, end } = await start({
    files: { "README.md": "# Home\n\n[Gone](gone.md)\n", "draft.md": "# Draft\n" },
    ...(rules !== undefined && { rules }),
  });
  const state = await until(({ summary: text }) => text !== "");
  await end();
  expect(state.summary).toBe(summary);
  expect(state.findings.map((line) => line.replace(/: .*/, ""))).toEqual(beginnings);
});

test("allowed findings are not shown", async () => {
  const allow = "allow:\n  - { rule: link-broken, id: README.md, until: 2999-01-01, why: Soon. }\n";
  const { until, end } = await start({
    files: { "README.md": "# Home\n\n[Gone](gone.md)\n", ".tome.check.yaml": allow },
  });
  expect((await until(({ summary }) => summary !== "")).summary).toBe("Findings: no findings");
  await end();
});

slowTest("an unreadable file is an error that stays, and is not imported", async () => {
  const { until, end, said, events, write } = await start({ hasUnreadable: true });
  const state = await until(({ summary }) => summary !== "");
  expect(state).toMatchObject({
    summary: "Findings: 1 unreadable file",
    findings: [expect.stringMatching(/^error linked\.md: \S/)],
  });
  expect(events).toContain("offer README.md SUMMARY.md");
  write("SUMMARY.md", "# Summary\n\n* [Home](README.md)\n* [Gone](gone.md)\n");
  await until(({ summary }) => summary === "Findings: 1 error, 1 unreadable file");
  await end();
  // Only the new finding is noted.
  expect(said.filter((line) => line.startsWith("note: + "))).toEqual([
    expect.stringMatching(/^note: \+ error SUMMARY\.md:4: /),
  ]);
});

test("a browser that cannot be started ends the preview with an error", async () => {
  const { running, events } = await start({ open: true });
  await expect(running).rejects.toThrow(
    "The browser /nosuch/browser cannot be started. Set BROWSER, or open http://preview.localhost yourself.",
  );
  expect(events.at(-1)).toBe("close");
  const { running: closed, until, end } = await start({ open: false });
  await until(() => true);
  await end();
  expect(await closed).toBeUndefined();
});

slowTest("a file that is saved without a change is not imported again", async () => {
  const { write, until, end, events, said } = await start();
  await until(({ summary }) => summary !== "");
  write("README.md", "# Home\n");
  write("notes.txt", "Not content.");
  write("draft.md", "# Draft\n");
  await until(({ summary }) => summary === "Findings: 1 warning");
  await end();
  expect(events.filter((one) => one.startsWith("offer")).length).toBe(2);
  expect(said.filter((line) => line === "note: Findings: 1 warning.")).toHaveLength(1);
});
