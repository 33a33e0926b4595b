import { expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({ id: `C${index}`, parts: [{ type: "message", role: "user", body: "PDF?" }] }),
  ).join("\n");

test("lines from standard input are imported in batches", async () => {
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
