/**
 * X5: an input that multiplies is stopped by an output budget, whose limit the refusal names, and keeps no
 * other client waiting. Each family grows until the budget ends it.
 */
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import * as contract from "../../src/contract/content.ts";
import { mostTemplatePages } from "../../src/contract/limits.ts";
import { readYaml } from "../../src/document/yaml.ts";
import { assemble } from "../../src/service/engines/openapi/assemble.ts";
import { openOutside } from "../../src/service/engines/outside.ts";
import { matchesGlob } from "../../src/tasks/check/glob.ts";
import { runJq } from "../../src/terminal/jq.ts";
import { openReaders } from "../service/areas/reader/fixture.ts";
import { answering } from "../support/answering.ts";
import { openDesk } from "../support/changes.ts";
import { page, publish } from "../support/content.ts";
import { families, putHeavyPage } from "../support/multiplying.ts";

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
    /** @returns the page, and how many requests of another client were answered before it */
    async readBesideOthers(path: string) {
      let isOver = false;
      const reading = readers.get(path).finally(() => {
        isOver = true;
      });
      let answered = 0;
      while (!isOver) {
        const { status } = await readers.own("/healthz");
        if (status === 200 && !isOver) answered++;
      }
      return { ...(await reading), answered };
    },
  };
}

describe("a page of a site", () => {
  test.each(families)("$name", async (family) => {
    const { service, space, readBesideOthers } = await openSite();
    const seen: string[] = [];
    for (const size of family.sizes) {
      await putHeavyPage(service, space, family, size);
      const { status, body, answered } = await readBesideOthers("/heavy");
      seen.push(`${size}: ${status}`);
      if (status === 200) continue;
      expect([seen, status, /\(limit [\w.]+\)/.exec(body)?.[0]]).toEqual([
        seen,
        413,
        `(limit ${family.limit})`,
      ]);
      expect(body).toContain("This page cannot be shown");
      expect([seen, family.isSmall || answered > 0]).toEqual([seen, true]);
      // The same refusal, without the work.
      expect((await readBesideOthers("/heavy")).status).toBe(413);
      return;
    }
    expect([seen, family.limit]).toEqual([seen, undefined]);
  });

  test("legitimately heavy content still renders", async () => {
    const { service, space, get } = await openSite();
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

describe("aliases of YAML", () => {
  const head = "openapi: 3.0.0\ninfo: {title: A, version: '1'}\npaths: {}\n";

  test.each([
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

describe("compressed answers of other servers", () => {
  test.each([
    ["gzip", (bytes: Buffer) => gzipSync(bytes), "unpacks to more than 100 times its size"],
    ["gzip, gzip", (bytes: Buffer) => gzipSync(gzipSync(bytes)), "is packed as gzip, gzip"],
  ])("a bomb in %s is refused", async (encoding, compress, message) => {
    const server = await answering((_, response) => {
      response.setHeader("content-encoding", encoding);
      response.end(compress(Buffer.alloc(64 * 1024 * 1024)));
    });
    const outside = openOutside(true);
    const fetching = outside.fetch({ url: server.url, largest: 1024 ** 3, patience: 60_000 });
    await expect(fetching).rejects.toThrow(message);
  });
});

test("a space that is applied to itself as a template stops at a number of pages", async () => {
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
  test("a jq program that never ends", async () => {
    await expect(runJq("def f: f; f", null, 1)).rejects.toThrow("(limit jq.seconds)");
  });

  test("a jq program whose value doubles", async () => {
    const doubling = 'reduce range(60) as $n ("abcdefgh"; . + .)';
    await expect(runJq(doubling, null, 120)).rejects.toThrow("(limit jq.memory)");
  });

  test("a glob pattern with ever more stars", () => {
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
