import { describe, expect, test } from "vitest";
import { get, put } from "../../../src/features/organization/instructions.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

const write = (text: string) => ({ object: "document" as const, data: { text }, nodes: [] });

function open(choice: object, markdown = "Be brief.\n") {
  const record = { instructions: write("a"), updatedBy: "U1" };
  const more = { choice, toMarkdown: async () => markdown };
  return openScriptedContext({ answer: () => record, more });
}

describe("agent instructions", () => {
  test.each<[object, string, object]>([
    [{}, "Be brief.\n", { text: "Be brief.\n" }],
    [{}, " \n", { done: "The organization has no agent instructions.", record: {} }],
    [{ format: "json" }, "Be brief.\n", { record: { updatedBy: "U1" } }],
    [{ jq: "." }, " \n", { record: { updatedBy: "U1" } }],
  ])("with the output %j of %j", async (choice, markdown, expected) => {
    expect(await get(open(choice, markdown).context, { organizationId: "O1" })).toMatchObject(
      expected,
    );
  });

  test.each([{ text: write("t") }, { file: write("f") }])("are replaced by %j", async (flags) => {
    const { context, sent } = open({});
    expect(await put(context, { organizationId: "O1", ...flags })).toMatchObject({
      done: "Replaced the agent instructions of the organization.",
    });
    expect(sent).toMatchObject([
      [expect.stringMatching(/^PUT /), { instructions: Object.values(flags)[0] }],
    ]);
  });

  test.each([{}, { text: write("t"), file: write("f") }])("need one text: %j", async (flags) => {
    const { context, sent } = open({});
    await expect(put(context, { organizationId: "O1", ...flags })).rejects.toThrow(
      "Specify either --file <file> or --text <markdown>.",
    );
    expect(sent).toEqual([]);
  });
});
