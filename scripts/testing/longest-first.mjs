/** Order of the test files: by project, so that workers are reused, and longest first. */
import { readFileSync } from "node:fs";
import { BaseSequencer } from "vitest/node";

/** Imports of test files that start programs. */
const programs =
  /node:child_process|\/(built|program|packed|chromium|git|git-space|real-terminal|built-serve|system-calls)\.ts"/;

export class LongestFirst extends BaseSequencer {
  /**
   * Vitest sorts by the previous duration. It ends a worker if the next file belongs to another project,
   * which discards all loaded modules. A process that has grown takes longer to start programs, so files
   * that start programs come first.
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
