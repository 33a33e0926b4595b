/** Programs are started by one module, so that each gets an environment that was chosen for it. */
import { expect, test } from "vitest";
import { importsOfSources } from "./imports.ts";

test("only src/programs/start.ts imports node:child_process", () => {
  const files = importsOfSources()
    .filter(({ to }) => to.kind === "node" && /^(node:)?child_process$/.test(to.name))
    .map(({ from }) => from);
  expect(files).toEqual(["src/programs/start.ts"]);
});
