import { expect, test } from "vitest";
import {
  asksForData,
  asksForForm,
  asksForRows,
  isForPerson,
} from "../../src/features/output-form.ts";
import { openScriptedContext } from "../support/commands/scripted-context.ts";

test.each([
  [{}, "person"],
  [{ fields: ["id"] }, "data form"],
  [{ fields: [] }, "data form"],
  [{ jq: "." }, "data form"],
  [{ format: "json" }, "data form rows"],
  [{ format: "ndjson" }, "data form rows"],
  [{ format: "yaml" }, "data form rows"],
  [{ format: "table" }, "form rows"],
  [{ format: "csv" }, "form rows"],
  [{ columns: ["id"] }, "rows"],
  [{ filters: ["a=b"] }, "rows"],
  [{ sort: "id" }, "rows"],
])("the flags %j ask for: %s", (choice, expected) => {
  const { context } = openScriptedContext({ screen: true, more: { choice } });
  const flags = context.choice;
  const answers = {
    data: asksForData(flags),
    form: asksForForm(flags),
    rows: asksForRows(flags),
    person: isForPerson(context),
  };
  const asked = Object.entries(answers).filter(([, isAsked]) => isAsked);
  expect(asked.map(([name]) => name).join(" ")).toBe(expected);
  expect(isForPerson(openScriptedContext({ more: { choice } }).context)).toBe(false);
});
