/** Answers of a language model that a server sends in parts. */
import { describe, expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { serve } from "../../support/network/loopback.ts";
import { furtherOrdersIn, ordersIn } from "../../support/pipelines/runner.ts";

const [org, site] = ["O1000000000000000000", "T1000000000000000000"];
const answer = (markdown: string) => ({
  type: "answer",
  answer: { answer: { markdown }, followupQuestions: [], sources: [] },
});
const answers = [answer("Turn the"), answer("Turn the wrench.")];
const questions = [{ question: "Which wrench?" }, { question: "Why?" }];

/** Runs a command with a server that sends these events and this end. */
async function ask(line: string, events: readonly unknown[], end: string, runner = {}) {
  const server = await serve((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("") + end);
  });
  const env = { TOME_BASE_URL: server.url, TOME_TOKEN: "token", TOME_ORG: org, ...runner };
  return openTome()(line, { env });
}

const done = "event: done\ndata: {}\n\n";
const failed = 'event: error\ndata: {"error":{"code":502,"message":"No model."}}\n\n';
const incomplete = "The answer is incomplete, because the server ended its response early.";

describe.each<[string, readonly unknown[], string]>([
  ["org ask How?", answers, "Turn the wrench.\n"],
  [`site ask How? --site ${site}`, answers, "Turn the wrench.\n"],
  ["org questions", questions, "- Which wrench?\n- Why?\n"],
])("tome %s", (line, events, text) => {
  test("prints the complete text", async () => {
    expect(await ask(line, events, done)).toMatchObject({ code: 0, stdout: text });
  });

  test.each([
    ["ends early", "", 7, incomplete],
    ["ends within an event", "data: {", 7, incomplete],
    ["ends with an error", failed, 7, "No model."],
  ])("fails if the response %s, after the text so far", async (_, end, code, message) => {
    const ran = await ask(line, events, end);
    expect(ran).toMatchObject({ code, stdout: text });
    expect(ran.stderr).toContain(message);
    const json = await ask(`${line} --json`, events, end);
    expect(json.code).toBe(code);
    expect(json.stdout.trimEnd().split("\n")).toEqual(events.map((event) => JSON.stringify(event)));
  });

  test.each([
    ["ends early", "", 7],
    ["is empty", done, 0],
  ])("without events says that there is none only if the response %s", async (_, end, code) => {
    const ran = await ask(line, [], end);
    expect([ran.code, ran.stdout]).toEqual([code, ""]);
    expect(ran.stderr.includes("read")).toBe(code === 0);
  });
});

test.each([
  ["GitHub Actions", { GITHUB_ACTIONS: "true" }, ["Hi\n:", "Hi\n::set-env name=A::b"]],
  ["GitHub Actions", { GITHUB_ACTIONS: "true" }, ["Hi #", "Hi ##[set-env name=A]b"]],
  ["Azure Pipelines", { TF_BUILD: "True" }, ["Hi ##vso", "Hi ##vso[task.setvariable]b"]],
  ["TeamCity", { TEAMCITY_VERSION: "1" }, ["Hi #", "Hi ##", "Hi ##teamcity[x]"]],
])("an answer whose parts are a command of %s together is escaped", async (_, runner, texts) => {
  const { stdout } = await ask("org ask How?", texts.map(answer), done, runner);
  expect([...ordersIn(stdout), ...furtherOrdersIn(stdout)]).toEqual([]);
  expect(
    stdout.replace(/\\u\{(\w+)\}/g, (__, code) => String.fromCodePoint(Number.parseInt(code, 16))),
  ).toBe(`${texts.at(-1)}\n`);
});
