import { describe, expect, test } from "vitest";
import {
  buildEditPrompt,
  parseEdits,
} from "../../../../../src/service/areas/change-requests/proposals/edit-prompt.ts";
import { isData } from "../../../../../src/service/areas/questions/prompts.ts";

const blocks = [
  { number: 1, markdown: "One" },
  { number: 3, markdown: "Three" },
];

test("a request has the task, the rules of the response, and the numbered blocks as data", () => {
  const task = { instructions: ["Fix it.", "Be brief."], data: { finding: "A <typo>" } };
  const [system, user, ...others] = buildEditPrompt(task, blocks);
  expect(others).toEqual([]);
  expect(system?.role).toBe("system");
  expect(system?.content.split("\n").slice(0, 3)).toEqual(["Fix it.", "Be brief.", isData]);
  expect(system?.content).toContain('{"edits":[{"block":2,"markdown":');
  expect(user?.role).toBe("user");
  expect(JSON.parse(user?.content ?? "")).toEqual({
    finding: "A <typo>",
    page: [
      { block: 1, markdown: "One" },
      { block: 3, markdown: "Three" },
    ],
  });
});

describe("a response", () => {
  const write = (...edits: unknown[]) => JSON.stringify({ edits });
  const edit = (block: unknown, markdown: unknown) => ({ block, markdown });

  test.each<[string, string, object[] | undefined]>([
    ["with an edit", write(edit(3, "New")), [{ number: 3, markdown: "New" }]],
    [
      "with edits in its order",
      write(edit(3, "New"), edit(1, "First")),
      [
        { number: 3, markdown: "New" },
        { number: 1, markdown: "First" },
      ],
    ],
    ["with spaces around the text", write(edit(1, "\n New \n")), [{ number: 1, markdown: "New" }]],
    ["that deletes a block", write(edit(1, " ")), [{ number: 1, markdown: "" }]],
    ["without changes", write(edit(1, "One "), edit(3, "Three")), []],
    ["without edits", write(), []],
    [
      "in a code block",
      `\`\`\`json\n${write(edit(1, "A"))}\n\`\`\`\n`,
      [{ number: 1, markdown: "A" }],
    ],
    ["in a code block without an end", `\`\`\`json\n${write(edit(1, "A"))}\n`, undefined],
    ["with an end of a code block only", `${write(edit(1, "A"))}\n\`\`\``, undefined],
    ["for another block", write(edit(2, "A")), undefined],
    ["for a block twice", write(edit(1, "A"), edit(1, "B")), undefined],
    ["with the number as text", write(edit("1", "A")), undefined],
    ["without a text", write({ block: 1 }), undefined],
    ["without a number", write({ markdown: "A" }), undefined],
    ["with an edit of another type", write("One"), undefined],
    ["with edits of another type", JSON.stringify({ edits: {} }), undefined],
    ["of another type", JSON.stringify([edit(1, "A")]), undefined],
    ["as a text", "I changed nothing.", undefined],
  ])("%s", (_, text, edits) => {
    expect(parseEdits(text, blocks)).toEqual(edits);
  });
});
