/** How the tests run: those that start programs get the time that a small machine needs for it. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    execArgv: [
      "--import",
      new URL("./test/support/typescript-in-threads.mjs", import.meta.url).href,
    ],
  },
});
