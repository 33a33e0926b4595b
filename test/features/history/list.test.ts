/** Entries that `tome history list` shows. */
import { expect, test } from "vitest";
import { openWithHistory } from "../../support/commands/with-history.ts";
import { slowTest } from "../../support/generators/amount.ts";

slowTest("changes of a resource and of its content are found by its title", async () => {
  const { ok, make } = openWithHistory({ withSample: true });
  const space = JSON.parse(await ok('space get "User guide" --json id')).id;
  await make(`cr create --space ${space} --subject Names`);
  const other = await make("space create --title Handbook");
  await ok(`space update ${other} --emoji 📘`);
  const commands = async (target: string) =>
    JSON.parse(await ok(`history list --target "${target}" --json command`)).map(
      ({ command }: { command: string }) => command,
    );
  expect(await commands(space)).toEqual(["cr create"]);
  // No write has named this space, so the platform is queried.
  expect(await commands("User guide")).toEqual(["cr create"]);
  expect(await commands("handbook")).toEqual(["space update", "space create"]);
  expect(await commands("Nothing such")).toEqual([]);
});

test("on a terminal, a deletion is named so, and a webhook by its URL", async () => {
  const { run, ok, make } = openWithHistory();
  const id = await make("space create --title Scratch");
  await ok(`space delete ${id} --yes`);
  const webhook = await make("org webhook create https://hooks.example/tome");
  await ok(`org webhook test ${webhook}`);
  const screen = { screen: true } as const;
  const { stdout } = await run("history list", {}, screen);
  expect(stdout).toMatch(/Scratch.*space delete.*deleted/);
  expect(stdout).toMatch(/https:\/\/hooks\.example\/tome.*org webhook test/);
  const shown = await run("history show", {}, screen);
  expect(shown.stdout).toMatch(/TITLE.*https:\/\/hooks\.example\/tome/);
});
