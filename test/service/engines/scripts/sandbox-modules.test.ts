import { expect, it } from "vitest";
import {
  buildModules,
  linePrefix,
  readConsoleLine,
} from "../../../../src/service/engines/scripts/sandbox-modules.ts";

it.each([
  [
    "a line of a run",
    `${linePrefix}["r1","warn","Careful"]`,
    { run: "r1", level: "warn", message: "Careful" },
  ],
  ["the end of a run", `${linePrefix}["r1","end",""]`, { run: "r1", level: "end", message: "" }],
  ["plain text", "text", { run: "", level: "info", message: "text" }],
  ["an unknown level", `${linePrefix}["r1","fatal","x"]`, undefined],
  ["a run that is not a text", `${linePrefix}[1,"warn","x"]`, undefined],
  ["a message that is not a text", `${linePrefix}["r1","warn",7]`, undefined],
  ["another value", `${linePrefix}{"run":"r1"}`, undefined],
  ["invalid JSON", `${linePrefix}[`, undefined],
  ["a prefix within the line", `x${linePrefix}["r1","warn","x"]`, undefined],
])("%s is read from the output of a script", (_, text, line) => {
  expect(readConsoleLine(text)).toEqual(line ?? { run: "", level: "info", message: text });
});

it("a long line is truncated", () => {
  expect(readConsoleLine("a".repeat(100_000)).message.length).toBe(4096);
});

it("a script is one of three modules, of which the first has the key", () => {
  const modules = buildModules("export default {}", "secret-key");
  expect(modules.map(({ type, path }) => [type, path])).toEqual([
    ["ESModule", "/main.mjs"],
    ["ESModule", "/before.mjs"],
    ["ESModule", "/script.mjs"],
  ]);
  expect(modules.map(({ contents }) => contents.includes("secret-key"))).toEqual([
    true,
    false,
    false,
  ]);
  expect(modules[2]?.contents).toBe("export default {}");
});
