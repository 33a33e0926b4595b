/** Preloaded by a measured process: at its end, writes its peak memory, in KiB. */
"use strict";
const { writeFileSync } = require("node:fs");

process.on("exit", () => {
  writeFileSync(process.env.TOME_BENCH_PEAK ?? "", String(process.resourceUsage().maxRSS));
});
