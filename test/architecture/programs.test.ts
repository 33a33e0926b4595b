/** A single module starts programs, so that each gets a controlled environment. */
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { expect, test } from "vitest";
import { root } from "../bin/built.ts";
import { listImports } from "./imports.ts";

test("only src/programs/start.ts imports node:child_process", () => {
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => {
      const text = readFileSync(join(root, "src", file), "utf8");
      return { file: `src/${file.split(sep).join("/")}`, text };
    });
  const files = sources
    .filter(({ text }) => text.includes("child_process"))
    .flatMap(({ file, text }) => listImports(file, text))
    .filter(({ to }) => to.kind === "node" && /^(node:)?child_process$/.test(to.name))
    .map(({ from }) => from);
  expect(files).toEqual(["src/programs/start.ts"]);
});
