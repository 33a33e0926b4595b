/** The order of the test files: by project, so that a worker keeps what it has loaded, the longest first. */
import { readFileSync } from "node:fs";
import { BaseSequencer } from "vitest/node";

/** What in a file says that its tests start programs. */
const programs =
  /node:child_process|\/(built|program|packed|chromium|git|git-space|real-terminal|built-serve|system-calls)\.ts"/;

export class LongestFirst extends BaseSequencer {
  /**
   * Vitest itself sorts by what each file took the last time. It ends a worker whose next file is of
   * another project, and all that the worker has loaded is gone with it. A worker grows with what it
   * loads, and the larger it is, the longer it takes to start a program: those that do so come first.
   * @override
   * @param {import("vitest/node").TestSpecification[]} files
   */
  async sort(files) {
    const sorted = await super.sort(files);
    const starts = new Map(
      files.map((file) => [file, programs.test(readFileSync(file.moduleId, "utf8"))]),
    );
    return sorted.sort(
      (one, other) =>
        one.project.name.localeCompare(other.project.name) ||
        Number(starts.get(other)) - Number(starts.get(one)),
    );
  }
}
