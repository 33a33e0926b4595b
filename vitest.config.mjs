/** How the tests run: those that start programs get the time that a small machine needs for it. */
import { configDefaults, defineConfig } from "vitest/config";

/** Tests of the platform for which it makes no difference where the data is, or which know one place only. */
const anywhere = [
  "test/service/database/**",
  "test/service/engines/{condition,guarded-fetch,markdown,outside,pdf,public-addresses,thread,visitor-schema}**",
  "test/service/engines/{markdown,pdf,specification}/**",
  "test/service/**/crash.test.ts",
  "test/service/{open,private-files,sealing,ids}.test.ts",
];

/** The part that every run does on PostgreSQL too: at least one of each way of asking it. */
const short = [
  "test/service/postgres/*.test.ts",
  "test/service/{clock,long-texts,placement,search,space,tokens,transfer}.test.ts",
  "test/service/engines/jobs.test.ts",
  "test/service/events/send.test.ts",
  "test/service/changes/merge.test.ts",
];

const { TOME_FULL, TOME_TEST_DATABASE } = process.env;
const isWhole = TOME_FULL === "true" || TOME_TEST_DATABASE === "postgres";

// The long run has no limit to speak of: its cases are many, and each proof ends by itself.
const every = {
  testTimeout: TOME_FULL === "true" ? 3_600_000 : 60_000,
  hookTimeout: 120_000,
  execArgv: ["--import", new URL("./test/support/typescript-in-threads.mjs", import.meta.url).href],
};

export default defineConfig({
  test: {
    // Much of a test is waiting for a program or the disk, in which another one can go on.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          ...every,
          name: "tome",
          include: ["test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, "test/service/postgres/**"],
        },
      },
      {
        test: {
          ...every,
          name: "on PostgreSQL",
          // Every query goes to another process and back.
          testTimeout: 3 * every.testTimeout,
          include: isWhole ? ["test/service/**/*.test.ts"] : short,
          exclude: [...configDefaults.exclude, ...anywhere],
          globalSetup: "test/support/postgres/setup.ts",
        },
      },
    ],
  },
});
