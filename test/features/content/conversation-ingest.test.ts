import { describe, expect, test } from "vitest";
import { ingest } from "../../../src/features/content/conversation-ingest.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";
import { Acceptance } from "../../support/network/scripted-client.ts";

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({ id: `C${index}`, parts: [{ type: "message", role: "user", body: "PDF?" }] }),
  ).join("\n");

slowTest("lines from standard input are imported in batches", async () => {
  const tome = openTome();
  const { code, stderr } = await tome("conversation ingest --file - --local", {
    stdin: lines(250),
  });
  expect(stderr).toContain("Sent 250 conversations.");
  expect(code).toBe(0);
  const listed = await tome("conversation list --local --all --format id");
  expect(listed.stdout.trim().split("\n")).toHaveLength(250);
});

test("a line that is not a conversation is named, and nothing is sent", async () => {
  const tome = openTome();
  const wrong = `${lines(2)}\n{"id":"X"}`;
  const faulty = await tome("conversation ingest --file - --local", { stdin: wrong });
  expect(faulty.code).toBe(2);
  expect(faulty.stderr).toContain("Conversation 3 of -");
  const broken = await tome("conversation ingest --file - --local", { stdin: `${lines(1)}\n{` });
  expect(broken.stderr).toContain("Line 2 of - is not valid JSON");
  expect((await tome("conversation list --local --format id")).stdout).toBe("");
});

test("a failure after the first batch reports the number of sent conversations, and exits with 9", async () => {
  const { url } = await serve(({ body }, response) => {
    if (body.includes('"C100"'))
      answerJson(response, 403, { error: { code: 403, message: "No." } });
    else response.writeHead(204).end();
  });
  const env = { TOME_BASE_URL: url, TOME_TOKEN: "secret", TOME_ORG: "O1000000000000000000" };
  const { code, stderr } = await openTome()("conversation ingest --file -", {
    env,
    stdin: lines(250),
  });
  expect(code).toBe(9);
  expect(stderr).toContain("Sent 100 of 250 conversations before an error: No.");
});

test("a failure of the first batch is the error of the command, because nothing was sent", async () => {
  const { url } = await serve((_seen, response) =>
    answerJson(response, 403, { error: { code: 403, message: "No." } }),
  );
  const env = { TOME_BASE_URL: url, TOME_TOKEN: "secret", TOME_ORG: "O1000000000000000000" };
  const { code, stderr } = await openTome()("conversation ingest --file -", {
    env,
    stdin: lines(250),
  });
  expect(stderr).toContain("error: No.");
  expect(code).toBe(4);
});

describe("conversations", () => {
  const conversation = { id: "C1", parts: [{ type: "message", role: "user", body: "PDF?" }] };

  async function run(text: string, answer: () => unknown = () => ({})) {
    const clients: unknown[] = [];
    const { context, sent } = openScriptedContext({
      answer,
      more: { readText: async (file: string) => (file === "a.json" ? text : "") },
    });
    const announced: unknown[] = [];
    const counting = {
      ...context,
      client: async (options?: object) => {
        clients.push(options);
        const client = await context.client();
        const announce = (_: unknown, input: unknown) => void announced.push(input);
        return { ...client, announce: announce as typeof client.announce };
      },
    };
    const result = await ingest(counting, { organizationId: "O1", file: "a.json" });
    return {
      result,
      clients,
      announced,
      sizes: sent.map((one) => Object(one[1]).length),
    };
  }

  test.each([
    ["one value", JSON.stringify(conversation, null, 2), 1],
    ["a list", JSON.stringify([conversation, conversation]), 2],
    [
      "lines, some of them empty",
      `\n  ${JSON.stringify(conversation)}  \r\n\n${JSON.stringify(conversation)}\n`,
      2,
    ],
  ])("are read as %s", async (_, text, count) => {
    const { result, sizes, announced } = await run(text);
    const noun = count === 1 ? "1 conversation" : `${count} conversations`;
    expect(result).toEqual({ done: `Sent ${noun}.`, record: { file: "a.json", sent: count } });
    expect(sizes).toEqual([count]);
    const conversations = new Array(count).fill(conversation);
    expect(announced).toEqual([{ organizationId: "O1", conversations }]);
  });

  test.each([
    [100, [100], false],
    [101, [100, 1], false],
    [300, [100, 100, 100], false],
    [301, [100, 100, 100, 1], true],
  ])("in a number of %i are sent as %j", async (count, batches, many) => {
    const { sizes, clients } = await run(lines(count));
    expect(sizes).toEqual(batches);
    expect(clients).toEqual([{ many }]);
  });

  test("that are only accepted are sent completely, and the command is pending", async () => {
    const { result, sizes } = await run(lines(150), () => new Acceptance());
    expect(sizes).toEqual([100, 50]);
    expect(result).toMatchObject({
      done: "Sent 150 conversations.",
      record: { file: "a.json", sent: 150 },
      unsettled: { how: "pending" },
    });
  });

  test.each([
    ["7", "Conversation 1 of a.json is not in an accepted form (7). No conversations were sent."],
    [`[${JSON.stringify(conversation)},{"id":7,"parts":[]}]`, "Conversation 2 of a.json: id "],
  ])("%s is refused with an example", async (text, message) => {
    await expect(run(text)).rejects.toMatchObject({
      message: expect.stringContaining(message),
      details: [expect.stringMatching(/^\{"id": "ticket-1"/)],
    });
  });
});
