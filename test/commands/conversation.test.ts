import { expect, test } from "vitest";
import { commands } from "../../src/commands/conversation.ts";

const parts = [
  { role: "user", body: "Hello" },
  { role: "agent", body: "Hi" },
];

test.each<[object, string]>([
  [{ conversation: { id: "CV1", subject: "Help" }, parts }, "Help\n\nuser: Hello\n\nagent: Hi\n"],
  [{ conversation: { id: "CV1", subject: "" }, parts: [] }, "CV1\n"],
  [{ conversation: { id: "CV1" } }, "CV1\n"],
])("the conversation %j starts with its subject, or else its id", async (record, text) => {
  const present: unknown = Reflect.get(commands.verbs.get ?? {}, "present");
  if (typeof present !== "function") throw new Error("The command has no presentation.");
  expect(await present(record)).toEqual({ text });
});
