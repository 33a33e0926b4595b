import { expect, test } from "vitest";
import { isAgent } from "../../src/terminal/agent-environment.ts";
import { openTome } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";

const variables = [
  "AI_AGENT",
  "CLAUDECODE",
  "CURSOR_AGENT",
  "GEMINI_CLI",
  "CODEX_SANDBOX",
  "CODEX_THREAD_ID",
  "OPENCODE",
];

test.each(variables)("%s shows an agent, unless TOME_AGENT=0", (name) => {
  expect(isAgent({ [name]: "1" })).toBe(true);
  expect(isAgent({ [name]: "" })).toBe(false);
  expect(isAgent({ [name]: "1", TOME_AGENT: "0" })).toBe(false);
});

test.each([
  ["0", false],
  ["false", false],
  ["1", true],
  ["true", true],
  ["name", true],
])("TOME_AGENT=%s decides, whatever other variables say: %s", (decision, isOne) => {
  for (const more of [{}, { CLAUDECODE: "1" }]) {
    expect(isAgent({ ...more, TOME_AGENT: decision })).toBe(isOne);
  }
  expect([isAgent({ TOME_AGENT: "" }), isAgent({ CLAUDECODE: "1", TOME_AGENT: "" })]).toEqual([
    false,
    true,
  ]);
});

test("TOME_AGENT=1 declares an agent, and other variables do not", () => {
  expect(isAgent({ TOME_AGENT: "1" })).toBe(true);
  expect(isAgent({ TERM: "xterm", CI: "true" })).toBe(false);
});

slowTest("an agent on a terminal gets no color and no prompt", async () => {
  const tome = openTome();
  const ask = { screen: true, answers: ["y"] } as const;
  await tome("space create --title Handbook --local");
  const person = await tome("space delete Handbook --dry-run --local", ask);
  expect(person.code).toBe(0);
  const agent = await tome("space delete Handbook --local", { ...ask, env: { CLAUDECODE: "1" } });
  expect(agent.code).toBe(2);
  expect(agent.stderr).toContain("--yes");
  expect(`${agent.stdout}${agent.stderr}`).not.toContain("\u001b[");
});
