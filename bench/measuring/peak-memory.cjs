/** Preloaded by a measured process: at its end, writes the most memory it had, in KiB. */
"use strict";
const { writeFileSync } = require("node:fs");

process.on("exit", () => {
  writeFileSync(process.env.TOME_BENCH_PEAK ?? "", String(process.resourceUsage().maxRSS));
});
