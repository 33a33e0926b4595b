import { expect, test } from "vitest";
import { findBot } from "../../../../src/service/areas/insights/user-agents.ts";

test.each([
  [undefined, "unknown"],
  ["", "unknown"],
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36", ""],
  ["Mozilla/5.0 (compatible; Googlebot/2.1)", "googlebot"],
  ["Mozilla/5.0 (compatible; Google-Extended)", "gemini"],
  // The more specific name counts.
  ["Mozilla/5.0 (compatible; ClaudeBot/1.0)", "claudebot"],
  ["claude-code/1.0", "claude-code"],
  ["Claude-User/1.0", "claude"],
  ["meta-externalagent/1.1", "meta"],
  ["meta-externalfetcher/1.1", "meta-fetcher"],
  ["DuckAssistBot/1.2; DuckDuckBot", "duckassist"],
  ["cursor/0.4", "cursor"],
  ["cursory", ""],
  ["SomeBot/1.0", "unknown"],
  ["bottle/1.0", ""],
  ["MyCrawler", "unknown"],
  ["Baiduspider", "unknown"],
  ["curl/8.0", "unknown"],
  ["curling", ""],
  ["Wget/1.21", "unknown"],
  ["python-requests/2.31", "unknown"],
  ["HeadlessChrome", "unknown"],
  ["node", "unknown"],
  ["nodes", ""],
  ["a node", ""],
  ["tome/1.0", "unknown"],
  ["a tome", ""],
  [`${"x".repeat(290)}Googlebot`, "googlebot"],
  [`${"x".repeat(292)}Googlebot`, ""],
])("the program of %j is %j", (userAgent, name) => {
  expect(findBot(userAgent)).toBe(name);
  expect(findBot(userAgent)).toBe(name);
});

test("the programs of many user agents are recognized again", () => {
  const agents = Array.from({ length: 600 }, (_, at) => [`GPTBot/${at}`, `Firefox/${at}`]).flat();
  const names = agents.map((agent) => (agent.startsWith("GPT") ? "gptbot" : ""));
  for (let time = 0; time < 2; time++) expect(agents.map(findBot)).toEqual(names);
});
