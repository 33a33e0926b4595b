/** Slugs of pages. */
import { describe, expect, test } from "vitest";
import { toFormerPageSlug, toPageSlug } from "../../src/document/repository/paths.ts";
import { cleanPageSlug, formatPageSlug } from "../../src/document/slugs.ts";

describe("the slug of a new page", () => {
  test.each([
    ["19.12. 交易鎖定管理", "19.12.-jiao-yi-suo-ding-guan-li"],
    ["Secure TCP/IP Connections", "secure-tcp-ip-connections"],
    ["Math & TeX", "math-and-tex"],
    ["Project/Deployment history", "project-deployment-history"],
    ["the pg_hba.conf File", "the-pg_hba.conf-file"],
    ["What’s new?", "whats-new"],
    ["Быстрый старт", "bystryy-start"],
    ["Über uns!", "uber-uns"],
    ["llms.txt", "llms-txt"],
    ["..", ""],
    ["🚀", ""],
    ["x".repeat(300), "x".repeat(100)],
  ])("for the title %j is %j", (title, slug) => {
    expect(formatPageSlug(title)).toBe(slug);
  });

  test.each([
    ["4.1.-shi.md", "4.1.-shi"],
    ["a/the-pg_hba.conf-file.md", "the-pg_hba.conf-file"],
    ["README.md", "readme"],
    ["guides/README.md", "guides"],
  ])("for the file %j is %j", (file, slug) => {
    expect(toPageSlug(file)).toBe(slug);
  });

  test("is the same for a slug", () => {
    for (const title of ["19.12. 交易鎖定管理", "Math & TeX", "A_b.c-d", "한국어 & 日本語"]) {
      const slug = formatPageSlug(title);
      expect(formatPageSlug(slug)).toBe(slug);
      expect(cleanPageSlug(slug)).toBe(slug);
    }
  });
});

test("an explicit slug keeps its script", () => {
  expect(cleanPageSlug("日本語/Guide v1.2")).toBe("日本語-guide-v1.2");
});

test("the former slug of a file has no dots", () => {
  expect(toFormerPageSlug("the-pg_hba.conf-file.md")).toBe("the-pg_hbaconf-file");
});

describe("dots and hyphens at the ends of a slug are removed", () => {
  test.each([
    [".a.", "a"],
    ["-a-", "a"],
    [".-a.-", "a"],
    ["a.b-c", "a.b-c"],
    ["a--b", "a-b"],
    [`${"x".repeat(99)}.y`, "x".repeat(99)],
    [`${"x".repeat(99)}-y`, "x".repeat(99)],
    [`${"x".repeat(98)}.yz`, `${"x".repeat(98)}.y`],
  ])("of %j, which becomes %j", (text, slug) => {
    expect(cleanPageSlug(text)).toBe(slug);
    expect(formatPageSlug(text)).toBe(slug);
  });
});

test.each(["md", "markdown", "txt", "xml", "pdf", "json", "html", "htm"])(
  "a slug has a hyphen before the ending .%s, by which a path is a file",
  (ending) => {
    expect([formatPageSlug(`a.b.${ending}`), cleanPageSlug(`a.b.${ending}`)]).toEqual([
      `a.b-${ending}`,
      `a.b-${ending}`,
    ]);
    expect(formatPageSlug(`a.${ending}.b`)).toBe(`a.${ending}.b`);
    expect(formatPageSlug(`a.${ending}x`)).toBe(`a.${ending}x`);
  },
);

test.each(["conf", "yaml", "2", "mdx", "css"])("a slug keeps the dot before .%s", (ending) => {
  expect([formatPageSlug(`a.${ending}`), cleanPageSlug(`a.${ending}`)]).toEqual([
    `a.${ending}`,
    `a.${ending}`,
  ]);
});
