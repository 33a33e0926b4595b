/** Vitest configuration of `npm run test:mutation`: the mirrored tests of a change, in one process. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: new URL("../..", import.meta.url).pathname,
  test: {
    include: (process.env.TOME_MUTATION_TESTS ?? "").split(","),
    testTimeout: 60_000,
    expect: { requireAssertions: true },
    execArgv: [
      "--import",
      new URL("../../test/support/machine/typescript-in-threads.mjs", import.meta.url).href,
    ],
  },
});
