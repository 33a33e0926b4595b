/** The order of the test files: by project, so that a worker keeps what it has loaded, the longest first. */
import { BaseSequencer } from "vitest/node";

export class LongestFirst extends BaseSequencer {
  /**
   * Vitest itself sorts by what each file took the last time. It ends a worker whose next file is of
   * another project, and all that the worker has loaded is gone with it.
   * @override
   * @param {import("vitest/node").TestSpecification[]} files
   */
  async sort(files) {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => one.project.name.localeCompare(other.project.name));
  }
}
