import { expect, test } from "vitest";
import { CanceledError } from "../../src/errors.ts";
import { confirm } from "../../src/features/confirm.ts";
import { openScriptedContext } from "../support/commands/scripted-context.ts";

test.each<
  readonly [
    { readonly yes?: boolean; readonly confirms?: boolean },
    readonly string[],
    string | undefined,
  ]
>([
  [{ yes: true }, [], undefined],
  [{ yes: true, confirms: false }, [], undefined],
  [{ confirms: true }, ["question: Delete it?"], undefined],
  [{ confirms: false }, ["question: Delete it?"], "Canceled. Nothing was changed."],
  [{}, [], "--yes"],
])("a change with %j", async (options, questions, message) => {
  const { context, said } = openScriptedContext(options);
  const done = confirm(context, "tome space purge", async () => "Delete it?");
  if (message === undefined) await done;
  else await expect(done).rejects.toThrow(message);
  if (options.confirms === false && !options.yes) {
    await expect(done).rejects.toBeInstanceOf(CanceledError);
  }
  expect(said).toEqual(questions);
});
