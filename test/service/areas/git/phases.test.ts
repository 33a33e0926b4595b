import { expect, test } from "vitest";
import { GitPhases, joinPhases } from "../../../../src/service/areas/git/phases.ts";

test("the times of a phase in several threads are added, in the order of the phases", () => {
  expect(
    joinPhases(
      [
        { phase: "write", milliseconds: 5 },
        { phase: "fetch", milliseconds: 1 },
      ],
      [],
      [
        { phase: "push", milliseconds: 0 },
        { phase: "fetch", milliseconds: 2 },
      ],
    ),
  ).toEqual([
    { phase: "fetch", milliseconds: 3 },
    { phase: "write", milliseconds: 5 },
    { phase: "push", milliseconds: 0 },
  ]);
  expect(joinPhases()).toEqual([]);
});

test("a phase is measured even if its work fails, and short phases are not reported", async () => {
  const reports: object[] = [];
  const phases = new GitPhases(async (progress) => void reports.push(progress));
  expect(await phases.during("read", () => phases.during("merge", async () => "result"))).toBe(
    "result",
  );
  const failing = phases.during("push", async () => {
    throw new Error("failed");
  });
  await expect(failing).rejects.toThrow("failed");
  await phases.count("read", 1, 2);
  expect(phases.list().map(({ phase }) => phase)).toEqual(["merge", "read", "push"]);
  expect(phases.list().every(({ milliseconds }) => Number.isInteger(milliseconds))).toBe(true);
  expect(reports).toEqual([]);
});
