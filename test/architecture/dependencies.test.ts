import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { buildProgram, root } from "../bin/built.ts";

const read = (...path: string[]) => readFileSync(join(root, ...path), "utf8");
const about = JSON.parse(read("package.json"));
const direct = Object.keys({
  ...about.dependencies,
  ...about.optionalDependencies,
  ...about.devDependencies,
}).sort();

/** The maximum number of packages in the program, with some reserve. */
const most = { direct: 60, inside: 195, installedBeside: 2 };

/** The packages in parts of the program, by name. */
let inside: readonly string[];

beforeAll(() => {
  buildProgram();
  const { files }: { files: Record<string, string[]> } = JSON.parse(read("dist", "about.json"));
  const names = Object.values(files)
    .flat()
    .map((folder) => folder.split("node_modules/").at(-1) ?? "");
  inside = [...new Set(names)].sort();
}, 120_000);

test("every direct dependency has a line with its reason, and no other package has one", () => {
  const lines = [...read("docs", "dependencies.md").matchAll(/^\| `([^`]+)` \| \S.* \|$/gm)];
  const names = lines.map(([, name]) => name).sort();
  expect(names, "docs/dependencies.md is to have the packages of package.json").toEqual(direct);
});

test("the program consists of a limited number of packages, each with its license", () => {
  const named = inside.filter((name) => direct.includes(name));
  const bound = "test/architecture/dependencies.test.ts has the bound";
  expect(inside.length, bound).toBeLessThanOrEqual(most.inside);
  expect(named.length, bound).toBeLessThanOrEqual(most.direct);
  const licenses = read("dist", "THIRD-PARTY-LICENSES.txt");
  const without = inside.filter((name) => !licenses.includes(`${name} `));
  expect(without, "scripts/building/licenses.mjs finds no license").toEqual([]);
  expect(read("docs", "dependencies.md"), "docs/dependencies.md").toContain(
    `consists of ${inside.length} packages, ${named.length} of them named here`,
  );
  expect(read("docs", "performance.md"), "docs/performance.md").toContain(
    `| packages in the program | ${inside.length} |`,
  );
});

test("the headings separate bundled, installed and rejected packages", () => {
  const sections = read("docs", "dependencies.md").split("\n## ").slice(1);
  for (const section of sections) {
    const [heading = ""] = section.split("\n");
    const isInside = heading === "Bundled packages" || heading === "Packages with data files";
    const names = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = ""]) => name);
    const wrong = names.filter((name) => inside.includes(name) !== isInside);
    expect([heading, wrong], "docs/dependencies.md").toEqual([heading, []]);
  }
});

test("few packages are installed with the program, and no script runs", () => {
  interface Locked {
    readonly dev?: boolean;
    readonly hasInstallScript?: boolean;
  }
  const { packages } = JSON.parse(read("package-lock.json"));
  const beside = Object.entries<Locked>(packages).filter(
    ([path, { dev }]) => path !== "" && dev !== true,
  );
  const installing = beside.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  expect(installing, "package.json must not depend on these").toEqual([]);
  // Of packages for a single system, each system gets its own.
  const kinds = new Set(
    beside.map(([path]) => path.replace(/-(?:linux|darwin|win32|freebsd)-.*$/, "")),
  );
  const installed = `package.json: ${[...kinds].join(", ")}`;
  expect(kinds.size, installed).toBeLessThanOrEqual(most.installedBeside);
  const { scripts } = about;
  expect([scripts.preinstall, scripts.install, scripts.postinstall], "package.json").toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
