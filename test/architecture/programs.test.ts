/** A single module starts programs, so that each gets a controlled environment. */
import { expect, test } from "vitest";
import { importsOfSources } from "./imports.ts";

test("only src/programs/start.ts imports node:child_process", () => {
  const files = importsOfSources()
    .filter(({ to }) => to.kind === "node" && /^(node:)?child_process$/.test(to.name))
    .map(({ from }) => from);
  expect(files).toEqual(["src/programs/start.ts"]);
});
