import { expect, test } from "vitest";
import { answerJson, serve } from "../support/network/loopback.ts";
import { openMany } from "./bulk/many.ts";

/** The message of a command for a response, independent of the request. */
async function saidTo(line: string, answer: object, status = 200) {
  const server = await serve((_, response) => answerJson(response, status, answer));
  return openMany(server.url).run(line);
}

test.each([
  [
    "space move S1000000000000000000 --parent C1000000000000000000",
    { parent: "C2000000000000000000" },
    "into the collection C2000000000000000000. The platform returned",
  ],
  ["space move S1000000000000000000 --no-parent", { parent: null }, "to the top level."],
  [
    "collection move C1000000000000000000 --parent C2000000000000000000",
    { parent: "C2000000000000000000" },
    "into the collection C2000000000000000000.",
  ],
  [
    "space update S1000000000000000000 --title Guide",
    { title: "Old" },
    'The platform returned "Old" for title instead of "Guide".',
  ],
  [
    "space create --title Guide",
    { title: "Guide (2)" },
    'The platform returned "Guide (2)" for title instead of',
  ],
  [
    "cr update C1000000000000000000 --space S1000000000000000000 --status open",
    { status: "draft" },
    'returned "draft" for status instead of "open".',
  ],
  [
    "member update U1000000000000000000 --role admin",
    { role: "read" },
    "Changed the role of U1000000000000000000 to read.",
  ],
  [
    "member update U1000000000000000000 --role guest",
    { role: null },
    "Changed the role of U1000000000000000000 to guest.",
  ],
  [
    "comment update C1000000000000000000 --space S1000000000000000000 --resolve",
    { status: "open" },
    "(open).",
  ],
  [
    "openapi update pets --visibility public",
    { slug: "pets", visibility: "private" },
    "The visibility of pets is private",
  ],
  ["integration install acme", { status: "pending" }, "(pending). It does not work yet."],
  [
    "cr request-review C1000000000000000000 --space S1000000000000000000 --reviewer U1000000000000000000",
    { users: [] },
    "No reviews requested",
  ],
  [
    "openapi put pets --url https://example.com/pets.yaml",
    { processingState: "complete", lastProcessErrorCode: "invalid" },
    "processing failed with invalid.",
  ],
])("tome %s reports the response %j", async (line, answer, sentence) => {
  const { code, stderr } = await saidTo(line, {
    id: "A1000000000000000000",
    title: "Guide",
    ...answer,
  });
  expect(stderr).toContain(sentence);
  expect(code).toBe(0);
});

test.each([
  ["site publish T1000000000000000000", { published: false }, 1, "is not published"],
  ["site unpublish T1000000000000000000 --yes", { published: true }, 1, "is still published"],
  [
    "space restore S1000000000000000000",
    { deletedAt: "2026-01-31T09:30:00Z" },
    1,
    "is still deleted",
  ],
  ["member sso U1000000000000000000", { sso: false }, 1, "single sign-on is not required for"],
  [
    "org invite users a@example.com",
    { invited: 0, failedSSOEmails: ["a@example.com"] },
    9,
    "a@example.com",
  ],
  [
    "cr merge C1000000000000000000 --space S1000000000000000000",
    { result: "queued", revision: "R1000000000000000000" },
    9,
    'the unknown result "queued"',
  ],
  [
    "cr pull C1000000000000000000 --space S1000000000000000000",
    { result: "merge", revision: "R1000000000000000000" },
    9,
    'the unknown result "merge"',
  ],
  [
    "cr merge C1000000000000000000 --space S1000000000000000000 --fail",
    { result: "conflicts", revision: "R1000000000000000000" },
    10,
    "Merged the change request C1000000000000000000 with conflicts",
  ],
  [
    "cr pull C1000000000000000000 --space S1000000000000000000 --fail",
    { result: "conflicts", revision: "R1000000000000000000" },
    10,
    "Updated the change request C1000000000000000000 with conflicts",
  ],
] as const)("tome %s fails if the response is %j", async (line, answer, exit, sentence) => {
  const { code, stdout, stderr } = await saidTo(`${line} --json`, {
    id: "A1000000000000000000",
    title: "Guide",
    ...answer,
  });
  expect(code).toBe(exit);
  expect(JSON.parse(stderr).error.message).toContain(sentence);
  expect(JSON.parse(stdout)).toMatchObject(answer);
});

test("a merge that the platform applied with conflicts succeeds and names the conflicts to review", async () => {
  const { code, stderr } = await saidTo(
    "cr merge C1000000000000000000 --space S1000000000000000000",
    { result: "conflicts", revision: "R1000000000000000000" },
  );
  expect(code).toBe(0);
  expect(stderr).toContain("Merged the change request C1000000000000000000 with conflicts");
  expect(stderr).toContain("tome cr diff C1000000000000000000 --space S1000000000000000000");
});

test("a response that matches the request adds nothing to the sentence", async () => {
  const { stderr } = await saidTo(
    "space update S1000000000000000000 --title Guide --edit-mode live",
    {
      id: "S1000000000000000000",
      title: "Guide",
      editMode: "live",
    },
  );
  expect(stderr).toBe('Changed the space "Guide" (S1000000000000000000).\n');
});

test.each([
  [401, 4],
  [403, 4],
  [404, 5],
  [409, 6],
  [412, 6],
  [400, 1],
  [422, 1],
  [501, 1],
  [429, 7],
  [500, 7],
  [503, 7],
])("a response %i ends a command with %i and tells whether to retry", async (status, exit) => {
  const refusal = { error: { code: status, message: "No." } };
  const { code, stderr } = await saidTo(
    "cr merge C1000000000000000000 --space S1000000000000000000 --json --retries 0",
    refusal,
    status,
  );
  expect(code).toBe(exit);
  expect(JSON.parse(stderr).error).toMatchObject({ status, retryable: exit === 7 });
});
