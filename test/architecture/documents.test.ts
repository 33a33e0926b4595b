/** Requirements for documents: the parts of each decision, working links, a short README. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const decisions = join(root, "docs", "decisions");
const names = readdirSync(decisions).filter((name) => name !== "README.md");

const decision =
  /^# (?<title>\S[^\n]*)\n\nDate: \d{4}-\d\d-\d\d\n\n\*\*Decision\.\*\* \S.*?\n\n\*\*Reason\.\*\* \S.*?\n\n\*\*Alternatives\.\*\* \S/s;

test("each decision has a date, the decision, its reason and the alternatives, and a line in the index", () => {
  const lines = names.map((name) => {
    const { title } = decision.exec(readFileSync(join(decisions, name), "utf8"))?.groups ?? {};
    return `- [${title ?? "one of the four parts is missing"}](${name})`;
  });
  const index = readFileSync(join(decisions, "README.md"), "utf8");
  expect(lines.length).toBeGreaterThan(20);
  expect(index.match(/^- .*$/gm)?.sort()).toEqual(lines.sort());
});

test("the README is short enough to read in two minutes", () => {
  expect(statSync(join(root, "README.md")).size).toBeLessThanOrEqual(6000);
});

/** The files that a page links to, except its own headings and the web. */
function filesLinked(page: string): readonly string[] {
  const prose = readFileSync(page, "utf8").replace(/^```.*?^```|`[^`\n]+`/gms, "");
  return [...prose.matchAll(/\]\((?!https?:|#)([^)\s#]+)(?:#[^)]*)?\)/g)].map(([, path = ""]) =>
    join(dirname(page), path),
  );
}

test("every link between documents leads to a file", () => {
  const pages = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(root, "docs", name));
  const linked = [join(root, "README.md"), ...pages].flatMap((page) =>
    filesLinked(page).map((file) => ({ page, file })),
  );
  expect(linked.length).toBeGreaterThan(50);
  expect(linked.filter(({ file }) => !existsSync(file))).toEqual([]);
});

test("docs/architecture.md names only files that exist", () => {
  const page = readFileSync(join(root, "docs", "architecture.md"), "utf8");
  const paths = [...page.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|mjs|js|json|md|yml))`/g)].map(
    ([, path = ""]) => path,
  );
  expect(paths.length).toBeGreaterThan(80);
  const isThere = (path: string) =>
    [root, join(root, "src")].some((at) => existsSync(join(at, path)));
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});

test("docs/guarantees.md lists every test of test/invariants", () => {
  const linked = filesLinked(join(root, "docs", "guarantees.md"));
  const tests = readdirSync(join(root, "test", "invariants"))
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join(root, "test", "invariants", name));
  expect(tests.filter((file) => !linked.includes(file))).toEqual([]);
});
