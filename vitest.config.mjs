/**
 * Projects of tests. A worker loads the sources once for all its test files, because the sources have
 * no state that a test could change. The slowest files run first.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { LongestFirst } from "./scripts/testing/longest-first.mjs";
import { findMemoryFolder } from "./scripts/testing/memory-folder.mjs";

// Tests write thousands of small databases and repositories, and wait for the disk if they are on one.
process.env.TMPDIR ??= findMemoryFolder();
// With large pages, a worker with a lot of memory starts programs faster (glibc only).
process.env.GLIBC_TUNABLES ??= "glibc.malloc.hugetlb=1";

// A run of named files or folders is short, so it has their slow tests too.
if (process.argv.slice(2).some((word) => /^(?:\.\/)?test\/|\.test\.ts$/.test(word))) {
  process.env.TOME_TESTS ??= "all";
}

/** Tests that examine their process, its memory or its loaded modules; each runs in its own process. */
const alone = [
  "test/client/transport/pooled-transport.test.ts",
  "test/invariants/h5-bombs.test.ts",
  "test/invariants/s11-slow-sockets.test.ts",
  // It replaces a module that other tests may have loaded.
  "test/service/areas/site-reader/pages/article.test.ts",
  "test/service/engines/openapi/bombs.test.ts",
];

/**
 * Slow tests: of complete systems (shells, browsers, repositories, pipelines, real documentation), of
 * each operation with each role, and of very expensive requests. `npm test` runs them only if they are
 * named; `.ci/run` always does.
 */
const systems = [
  "test/app/completion/terminal.test.ts",
  "test/features/organization-files/convergence.test.ts",
  "test/features/sites/export/export-site.test.ts",
  "test/journeys/ci.test.ts",
  "test/journeys/debian-package.test.ts",
  "test/journeys/documentation.test.ts",
  "test/journeys/site-below-path-in-browser.test.ts",
  "test/journeys/site.test.ts",
  "test/library/outside.test.ts",
  "test/service/areas/audit/every-change.test.ts",
  "test/service/areas/content/files/move-crash.test.ts",
  "test/service/areas/git/connections/histories.test.ts",
  "test/service/areas/git/connections/reported-failures.test.ts",
  "test/service/areas/git/crash.test.ts",
  "test/service/areas/git/touches-only.test.ts",
  "test/service/areas/sign-in/browser.test.ts",
  "test/service/areas/site-reader/browser.test.ts",
  "test/service/areas/site-reader/imported.test.ts",
  "test/service/core/roles-by-grant.test.ts",
  "test/service/server/isolation-of-spaces.test.ts",
  "test/settings/keyring.test.ts",
  "test/terminal/real-screens.test.ts",
];

/** The slowest tests of guarantees, even with few cases. `npm test` skips them like the systems. */
const proofs = [
  "test/invariants/b1-there-and-back.test.ts",
  "test/invariants/f1-published-answers.test.ts",
  "test/invariants/foreign-folders.test.ts",
  "test/invariants/l1-platforms-apart.test.ts",
  "test/invariants/o2-killed.test.ts",
  "test/invariants/p1-package.test.ts",
  "test/invariants/s13-determinism.test.ts",
  "test/invariants/s16-others-wait.test.ts",
  "test/invariants/s2-synced-answers.test.ts",
  "test/invariants/x3-consent.test.ts",
];

/** Tests of the platform that do not depend on the database, or that support only one. */
const anywhere = [
  "test/service/database/**",
  "test/service/engines/**",
  "test/service/**/crash.test.ts",
  "test/service/areas/site-reader/browser.test.ts",
  "test/service/areas/site-reader/hostile.test.ts",
  "test/service/areas/site-reader/imported.test.ts",
  "test/service/open.test.ts",
  "test/service/core/ids.test.ts",
];

/** Tests that `.ci/run` repeats on PostgreSQL: at least one for each kind of query. */
const short = [
  "test/service/postgres/*.test.ts",
  "test/service/core/clock.test.ts",
  "test/service/core/access/precedence.test.ts",
  "test/service/server/long-texts.test.ts",
  "test/service/server/tokens.test.ts",
  "test/service/areas/workspace/move.test.ts",
  "test/service/areas/workspace/space.test.ts",
  "test/service/areas/workspace/transfer.test.ts",
  "test/service/areas/content/files/object-storage.test.ts",
  "test/service/areas/content/search.test.ts",
  "test/service/jobs/jobs.test.ts",
  "test/service/areas/audit/audit-event.test.ts",
  "test/service/areas/integration-events/record.test.ts",
  "test/service/areas/integration-events/send.test.ts",
  "test/service/areas/change-requests/merge.test.ts",
  "test/service/areas/questions/site-ask.test.ts",
];

// Otherwise, a moved file would no longer be excluded or included.
for (const file of [...alone, ...systems, ...proofs, ...anywhere, ...short]) {
  if (!file.includes("*") && !existsSync(join(import.meta.dirname, file))) {
    throw new Error(`vitest.config.mjs names ${file}, which does not exist. Update the path.`);
  }
}

/** Invariants that are tested on both databases. */
const invariants = ["test/invariants/x2-principals.test.ts"];

const { TOME_FULL, TOME_SEED, TOME_TEST_DATABASE } = process.env;
const isWhole = TOME_FULL === "true" || TOME_TEST_DATABASE === "postgres";

// The limit ends tests that hang, but not tests that wait on a busy machine. In the long run, it is an
// hour, because a test has many cases.
const limit = TOME_FULL === "true" ? 3_600_000 : 180_000;
const every = {
  isolate: TOME_FULL === "true",
  testTimeout: limit,
  hookTimeout: limit,
  // A test without an assertion cannot fail.
  expect: { requireAssertions: true },
  setupFiles: TOME_SEED === undefined ? [] : ["test/support/generators/seed-properties.ts"],
  execArgv: [
    // In MB. Tests create many short-lived objects, and collecting them more rarely takes less time.
    "--max-semi-space-size=64",
    // Most code of a test runs a few times, so optimizing it as early as Node 20 does takes longer than
    // it saves. Later versions have no such option.
    ...(process.versions.node.startsWith("20.") ? ["--interrupt-budget=1500000"] : []),
    "--import",
    new URL("./test/support/machine/typescript-in-threads.mjs", import.meta.url).href,
  ],
};

export default defineConfig({
  test: {
    // Tests often wait for a program or the disk, while another test can run.
    maxWorkers: "100%",
    // Compiled modules are cached in node_modules by content, so that single files start faster.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...every,
          name: "tome",
          include: ["test/**/*.test.ts"],
          exclude: [
            ...configDefaults.exclude,
            "test/service/postgres/**",
            ...alone,
            ...systems,
            ...proofs,
          ],
        },
      },
      {
        test: {
          ...every,
          name: "whole systems",
          include: [...systems, ...proofs],
        },
      },
      {
        test: {
          ...every,
          name: "in a process of its own",
          isolate: true,
          include: alone,
        },
      },
      {
        test: {
          ...every,
          name: "on PostgreSQL",
          include: isWhole
            ? ["test/service/**/*.test.ts", ...invariants]
            : [...short, ...invariants],
          exclude: [...configDefaults.exclude, ...anywhere],
          globalSetup: "test/support/platforms/postgres/setup.ts",
        },
      },
    ],
  },
});
