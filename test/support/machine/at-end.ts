/** Cleanup of resources of one test, or of all tests of a file. */
import { afterAll, onTestFinished } from "vitest";

/** Registers cleanup after the test, or after all tests for resources created outside of a test. */
export function atEnd(work: () => unknown): void {
  const end = async () => void (await work());
  try {
    onTestFinished(end);
  } catch {
    afterAll(end);
  }
}
