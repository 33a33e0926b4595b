/**
 * X5: an expanding input is stopped by an output limit, which the refusal names, and does not delay
 * other clients. Each family grows until it exceeds the limit.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { Context } from "../../src/context.ts";
import * as contract from "../../src/contract/content.ts";
import { contentChanges } from "../../src/contract/cr-content.model.ts";
import { longestPageDescription, mostTemplatePages } from "../../src/contract/limits.ts";
import { getAnchorId } from "../../src/document/anchors.ts";
import { toSafeUrl } from "../../src/document/html/addresses.ts";
import { stripTags } from "../../src/document/html/strip-tags.ts";
import { refuseLongMarkdown } from "../../src/document/markdown/nesting-limit.ts";
import { readYaml } from "../../src/document/yaml.ts";
import { UsageError } from "../../src/errors.ts";
import { findByJq, limitTotalTime } from "../../src/features/check/check-organization.ts";
import type { CustomCheckRule } from "../../src/features/check/configuration.ts";
import { matchesGlob } from "../../src/features/check/glob.ts";
import type { OrganizationReader } from "../../src/features/organization/organization-reader.ts";
import { readExactly } from "../../src/json/exact-reading.ts";
import { withoutFinalSlashes } from "../../src/json/trim.ts";
import { readHeadFields } from "../../src/service/areas/content/texts/front-matter.ts";
import { openOutside } from "../../src/service/engines/network/egress.ts";
import { assemble } from "../../src/service/engines/openapi/assemble.ts";
import { createNoRouteError } from "../../src/service/server/pipeline/router.ts";
import { readReady } from "../../src/service/server/ready-file.ts";
import { runJq } from "../../src/terminal/formats/jq.ts";
import { buildProgram } from "../bin/built.ts";
import { openReaders } from "../service/areas/reader/fixture.ts";
import { amount, longTest, report, slowTest, slowTests } from "../support/generators/amount.ts";
import { families, putHeavyPage, specification } from "../support/generators/multiplying.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { answering } from "../support/network/answering.ts";
import { openDesk } from "../support/organizations/changes.ts";
import { page, publish } from "../support/organizations/content.ts";
import { startServe } from "../support/platforms/built-serve.ts";
import { callBeside, getSummary, tokenOfAnother } from "../support/requests/second-caller.mjs";

async function openSite() {
  const readers = await openReaders();
  const { db, site } = readers;
  const { space_id: space } = await db
    .selectFrom("sites")
    .innerJoin("site_sections", "site_sections.id", "sites.default_section_id")
    .innerJoin("site_spaces", "site_spaces.id", "site_sections.default_site_space_id")
    .select("site_spaces.space_id")
    .where("sites.id", "=", site)
    .executeTakeFirstOrThrow();
  return {
    ...readers,
    space,
    /**
     * @returns the page, the number of requests of another client that were answered before it, and
     * the milliseconds in which nothing else could run
     */
    async readBesideOthers(path: string) {
      let isOver = false;
      const before = performance.eventLoopUtilization();
      const reading = readers.get(path).finally(() => {
        isOver = true;
      });
      let answered = 0;
      while (!isOver) {
        const { status } = await readers.own("/healthz");
        if (status === 200 && !isOver) answered++;
      }
      return {
        ...(await reading),
        answered,
        active: performance.eventLoopUtilization(before).active,
      };
    },
  };
}

const isPositive = (count: number) => count > 0;

/** Of all tests, which replace the page `heavy`. */
const openedSite = await openSite();

describe("a page of a site", () => {
  for (const family of families) {
    slowTest(family.name, async () => {
      const { service, space, readBesideOthers } = openedSite;
      const seen: string[] = [];
      for (const size of family.sizes) {
        await putHeavyPage(service, space, family, size);
        const { status, body, answered, active } = await readBesideOthers("/heavy");
        seen.push(`${size}: ${status}`);
        if (status === 200) {
          if (family.shows !== undefined) expect(body).toContain(family.shows);
          continue;
        }
        expect([seen, status, /\(limit [\w.]+\)/.exec(body)?.[0]]).toEqual([
          seen,
          413,
          `(limit ${family.limit})`,
        ]);
        expect(body).toContain("This page cannot be displayed");
        // A page that is refused within a turn delays nobody.
        if (active > 100) expect([seen, answered]).toEqual([seen, expect.toSatisfy(isPositive)]);
        // The same refusal, without the work.
        expect((await readBesideOthers("/heavy")).status).toBe(413);
        return;
      }
      expect([seen, family.limit]).toEqual([seen, undefined]);
    });
  }

  slowTest("legitimately heavy content still renders", async () => {
    const { service, space, get } = openedSite;
    await putHeavyPage(
      service,
      space,
      {
        name: "",
        sizes: [],
        async make(count, { text }) {
          const document = await text([
            { object: "block", type: "heading-1", nodes: [] },
            ...Array.from({ length: 20 }, () => ({ object: "block", type: "paragraph" }) as const),
          ]);
          const ref = { kind: "reusable-content", reusableContent: "note" };
          return {
            nodes: Array.from({ length: count }, () => ({
              object: "block",
              type: "reusable-content",
              data: { ref },
            })),
            reusableContents: [{ id: "note", title: "Note", document }],
          };
        },
      },
      500,
    );
    expect((await get("/heavy")).status).toBe(200);
  });
});

describe("a page description that is too long", () => {
  const description = "x".repeat(longestPageDescription + 1);

  test("is refused in an edit", () => {
    const edit = (text: string) =>
      contentChanges.safeParse([{ operation: "update_page", page: "a", description: text }]);
    expect(edit(description).success).toBe(false);
    expect(edit(description.slice(1)).success).toBe(true);
  });

  test("stays in front matter and is not shown", () => {
    const read = (values: Readonly<Record<string, unknown>>) =>
      readHeadFields(values, { read: (url) => ({ kind: "url", url }) }, true).fields;
    expect(read({ description })).toEqual({ frontMatter: { description } });
    expect(read({ description: "Short" })).toEqual({ description: "Short" });
  });
});

describe("aliases of YAML", () => {
  const head = "openapi: 3.0.0\ninfo: {title: A, version: '1'}\npaths: {}\n";

  slowTests.each([
    [
      "of long texts",
      (size: number) => `x-a: &a ${"x".repeat(10_000)}\nx-b: [${"*a,".repeat(size)}]\n`,
      "characters",
    ],
    [
      "of lists",
      (size: number) => `x-a: &a [${"1,".repeat(1000)}]\nx-b: [${"*a,".repeat(size)}]\n`,
      "nodes",
    ],
  ])("%s in a specification", async (_, text, measure) => {
    const results = [];
    for (const size of [1, 10, 10_000]) {
      const assembled = await assemble({ text: head + text(size) }, async () => []);
      results.push("faults" in assembled ? (assembled.faults[0]?.message ?? "") : "read");
    }
    expect(results).toEqual([
      "read",
      "read",
      expect.stringContaining(`(limit specification.${measure})`),
    ]);
  });

  test("in settings and front matter", () => {
    const text = (size: number) => `a: &a [1, 2]\nb: [${"*a,".repeat(size)}]\n`;
    expect(readYaml(text(5))).toMatchObject({ a: [1, 2] });
    expect(() => readYaml(text(50))).toThrow("(limit yaml.aliases)");
  });
});

describe("compressed responses of other servers", () => {
  test.each([
    ["gzip", (bytes: Buffer) => gzipSync(bytes), "decompresses to more than 100 times its size"],
    [
      "gzip, gzip",
      (bytes: Buffer) => gzipSync(gzipSync(bytes)),
      "uses the unsupported encoding gzip, gzip",
    ],
  ])("a bomb in %s is refused", async (encoding, compress, message) => {
    const server = await answering((_, response) => {
      response.setHeader("content-encoding", encoding);
      response.end(compress(Buffer.alloc(8 * 1024 * 1024)));
    });
    const outside = openOutside(true);
    const fetching = outside.fetch({ url: server.url, largest: 1024 ** 3, patience: 60_000 });
    await expect(fetching).rejects.toThrow(message);
  });
});

slowTest("a space that is applied to itself as a template stops at a number of pages", async () => {
  const { workspace, admin, spaceId } = await openDesk();
  const pages = Array.from({ length: mostTemplatePages / 2 + 1 }, (_, at) =>
    page(`p${at}`, { type: "group" }),
  );
  await publish(workspace, spaceId, (tree) => ({ ...tree, pages }));
  const refused = await workspace.refused(admin, contract.applyTemplate, { spaceId, id: spaceId });
  expect(refused).toMatchObject({ status: 413 });
  expect(refused.message).toContain("(limit template.pages)");
});

describe("programs and patterns of a folder", () => {
  slowTest("a jq program that never ends", async () => {
    await expect(runJq("def f: f; f", null, 1)).rejects.toThrow("(limit jq.seconds)");
  });

  slowTest("a rule whose jq program never ends is named with the limit", async () => {
    const jq: Context["jq"] = async (program, value) =>
      (await runJq(program, value, 1)).map((text) => JSON.parse(text));
    const rule: CustomCheckRule = {
      id: "endless",
      things: "members",
      level: "warning",
      over: "organization",
      title: "Endless",
      finds: "",
      why: "",
      fix: "",
      parameters: {},
      where: "def f: f; f",
      message: ".",
    };
    const reading = { members: async () => [{ id: "a" }] } as Partial<OrganizationReader>;
    const finding = findByJq({ jq }, rule, reading as OrganizationReader, []);
    await expect(finding).rejects.toThrow(
      "The expression where of the rule endless failed: The program ran for more than 1 seconds (limit jq.seconds).",
    );
  });

  slowTest("the jq programs of all rules have a limit in total", async () => {
    const limits: (number | undefined)[] = [];
    const jq = limitTotalTime(async (program, _value, seconds = 0) => {
      limits.push(seconds);
      if (program === ".") return [1];
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      throw new UsageError("The program ran too long.");
    }, 0.5);
    expect(await jq(".", null)).toEqual([1]);
    const error = "more than 0.5 seconds in total (limit check.jqSeconds)";
    await expect(jq("def f: f; f", null)).rejects.toThrow(error);
    await expect(jq(".", null)).rejects.toThrow(error);
    expect(limits).toEqual([0.5, expect.any(Number)]);
  });

  slowTest("a jq program whose value doubles", async () => {
    const doubling = 'reduce range(60) as $n ("abcdefgh"; . + .)';
    await expect(runJq(doubling, null, 120)).rejects.toThrow("(limit jq.memory)");
  });

  test("a glob pattern with many stars", () => {
    const name = "a".repeat(2000);
    const results = [1, 5, 20, 21].map((stars) => {
      try {
        return matchesGlob(name, `${"*a".repeat(stars)}b`);
      } catch (error) {
        return String(error);
      }
    });
    expect(results).toEqual([false, false, false, expect.stringContaining("(limit glob.stars)")]);
  });
});

describe("texts that expressions match in linear time", () => {
  const size = 250_000;

  test.each<readonly [string, () => unknown]>([
    ["line ends in a page", () => refuseLongMarkdown("\n".repeat(2 * size))],
    ["escaped quotes in a body", () => readExactly(`["${'\\"1'.repeat(size / 3)}"]`)],
    ["slashes in a URL", () => withoutFinalSlashes(`${"/".repeat(20 * size)}x`)],
    ["control characters in a URL", () => toSafeUrl(`x${"\0".repeat(20 * size)}x`)],
    ["tags without an end", () => stripTags("<a ".repeat(20 * size), "")],
    ["line ends of a title", () => getAnchorId(`x${"-".repeat(size)}x`)],
    [
      "the path of a page",
      () => createNoRouteError("GET", `/v1/spaces/a${"/path/a".repeat(size)}\n`),
    ],
  ])("%s", (_, run) => {
    // Quadratic time for such a text exceeds the timeout of a test.
    expect(() => run()).not.toThrow();
  });
});

/** The uses of one repository on a site: each is a path of the expanding page. */
const repositories: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "includes that include each other": {
    ...Object.fromEntries(
      [1, 2, 3, 4].map((level) => [
        `.gitbook/includes/c${level}.md`,
        `---\ntitle: C${level}\n---\n\n${
          level === 4 ? "End\n" : `{% include "c${level + 1}.md" %}\n\n`.repeat(36)
        }`,
      ]),
    ),
    "README.md": `# Heavy\n\n${'{% include ".gitbook/includes/c1.md" %}\n\n'.repeat(36)}`,
  },
  "expressions that repeat a variable": {
    ".gitbook/vars.yaml": `long: ${"x".repeat(60_000)}\n`,
    "README.md": `# Heavy\n\n${'<code class="expression">space.vars.long</code>\n\n'.repeat(2000)}`,
  },
  "schemas that refer to each other": {
    "openapi.json": specification(
      Object.fromEntries(
        Array.from({ length: 7 }, (_, level) => {
          const next = { $ref: `#/components/schemas/S${level + 1}` };
          const properties = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [at, next]));
          return [
            `S${level}`,
            level === 6
              ? {}
              : { allOf: Array(25).fill(next), properties, description: "x ".repeat(3000) },
          ];
        }),
      ),
    ),
    "README.md":
      '# Heavy\n\n{% openapi src="openapi.json" path="/a" method="get" %}\n[openapi.json](openapi.json)\n{% endopenapi %}\n',
  },
};

for (const [name, files] of Object.entries(repositories)) {
  longTest(`a platform answers another client within 250 ms, beside ${name}`, async () => {
    buildProgram();
    const home = temporaryFolder();
    const ready = join(home, "ready.json");
    const flags = ["--port", "0", "--seed", "--allow-private", "--ready-file", ready];
    const { url, token, child } = await startServe(home, flags);
    const ask = async (request: string, body?: unknown) => {
      const [method = "GET", path = ""] = request.split(" ");
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const answer = await fetch(`${url}/v1${path}`, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${request}: ${text}`);
      return text === "" ? undefined : JSON.parse(text);
    };
    const organization = (await ask("GET /orgs")).items[0].id;
    const space = (await ask(`POST /orgs/${organization}/spaces`, { title: "Heavy" })).id;
    const folder = join(home, "repository");
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    const git = (...words: string[]) => execFileSync("git", ["-C", folder, ...words]);
    git("init", "--quiet", "--initial-branch=main");
    git("add", ".");
    git("-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", "All");
    const from = { url: `file://${folder}`, ref: "refs/heads/main" };
    await ask(`POST /spaces/${space}/git/import`, from);
    let state = "pending";
    while (state === "pending" || state === "running") {
      state = (await ask(`GET /spaces/${space}/git/info`)).state;
    }
    expect(state).toBe("success");
    const site = await ask(`POST /orgs/${organization}/sites`, {
      title: "Heavy",
      visibility: "public",
      spaces: [space],
    });
    await ask(`POST /orgs/${organization}/sites/${site.id}/publish`, {});
    const pid = child.pid ?? 0;
    const other = await tokenOfAnother(url, (await readReady(ready))?.admin ?? "");
    const beside = await callBeside({ url, token: other, path: "/v1/user", pid });
    await beside.waits();
    const read = async (at: number) => {
      const answer = await fetch(`${url}/_site/${site.id}/?visitor.a=${at}`);
      return `${answer.status} ${/\(limit [\w.]+\)/.exec(await answer.text())?.[0] ?? ""}`;
    };
    const answers = new Set<string>();
    for (let round = amount({ short: 2, full: 40 }); round > 0; round--) {
      const some = await Promise.all(Array.from({ length: 10 }, (_, at) => read(at)));
      for (const answer of some) answers.add(answer);
    }
    const waits = await beside.waits();
    const { p99, longest, mostWorked } = getSummary(waits);
    const memory =
      Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
    report(
      "X5",
      `${name}: ${[...answers].join(", ")}; ${waits.length} small reads, p99 ${p99.toFixed(0)} ms, longest ${longest.toFixed(0)} ms, of which ${mostWorked.toFixed(0)} ms of work; ${memory.toFixed(0)} MiB`,
    );
    expect(answers.size).toBe(1);
    expect(mostWorked).toBeLessThanOrEqual(250);
    expect(memory).toBeLessThanOrEqual(512);
    if (amount({ short: 0, full: 1 }) === 1) {
      expect(p99).toBeLessThanOrEqual(100);
      expect(longest).toBeLessThanOrEqual(250);
    }
    await beside.end();
  });
}
