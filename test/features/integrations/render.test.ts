import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import { render } from "../../../src/features/integrations/render.ts";
import type { JsonObject } from "../../../src/json/values.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

type Flags = Omit<Parameters<typeof render>[1], "integrationName">;
const help = "tome integration render --help";
const path = "POST /integrations/acme/render";

async function run(
  flags: Flags,
  {
    output = {},
    choice = {},
    org = "O1",
  }: { output?: JsonObject; choice?: object; org?: string | null } = {},
) {
  const { context, sent } = openScriptedContext({
    answer: () => output,
    more: { choice, parentId: async () => org ?? undefined, settings: { local: false } },
  });
  const result = await render(context, { integrationName: "acme", ...flags });
  const [request] = sent;
  return { result, request, sent };
}

describe("the location of a component", () => {
  const component = { componentId: "card" };
  test.each<readonly [Flags, object]>([
    [{ spaceId: "S1" }, { type: "document", theme: "light", spaceId: "S1", editable: false }],
    [
      { spaceId: "S1", editable: true, theme: "dark" },
      { type: "document", theme: "dark", spaceId: "S1", editable: true },
    ],
    [
      { spaceId: "S1", configuration: true },
      { type: "configuration_space", theme: "light", spaceId: "S1" },
    ],
    [{ siteId: "X1" }, { type: "configuration_site", theme: "light", siteId: "X1" }],
    [
      { siteId: "X1", configuration: true },
      { type: "configuration_site", theme: "light", siteId: "X1" },
    ],
    [
      { configuration: true },
      { type: "configuration_account", theme: "light", organizationId: "O1" },
    ],
    [
      { configuration: true, organizationId: "O2" },
      { type: "configuration_account", theme: "light", organizationId: "O2" },
    ],
    [
      { contentSource: true },
      { type: "configuration_contentsource", theme: "light", organizationId: "O1" },
    ],
    [
      { contentSource: true, spaceId: "S1", theme: "dark" },
      { type: "configuration_contentsource", theme: "dark", organizationId: "O1", spaceId: "S1" },
    ],
  ])("with %j", async (flags, location) => {
    const { request } = await run({ ...component, ...flags });
    expect(request).toEqual([path, { componentId: "card", props: {}, context: location }]);
  });

  test("is sent with properties, state and action", async () => {
    const more = { props: { a: 1 }, state: { b: 2 }, action: { action: "save" } };
    const { request } = await run({ ...component, spaceId: "S1", ...more });
    expect(request).toMatchObject([path, more]);
  });

  test.each<readonly [Flags, string]>([
    [{ spaceId: "S1" }, "The component is missing. Specify it as <component>."],
    [
      component,
      "The location of the component is missing. Add --space for a block, or --configuration.",
    ],
    [{ ...component, spaceId: "S1", siteId: "X1" }, "Specify either --space or --site, not both."],
    [
      { ...component, editable: true, configuration: true },
      "--editable applies to a block in a --space only.",
    ],
    [
      { ...component, editable: true, spaceId: "S1", configuration: true },
      "--editable applies to a block in a --space only.",
    ],
    [
      { ...component, editable: true, spaceId: "S1", contentSource: true },
      "--editable applies to a block in a --space only.",
    ],
    [
      { ...component, contentSource: true, siteId: "X1" },
      "--content-source accepts neither --site nor --configuration.",
    ],
    [
      { ...component, contentSource: true, configuration: true },
      "--content-source accepts neither --site nor --configuration.",
    ],
    [
      { request: "r", componentId: "card" },
      "--request contains the component and its location. Remove the other flags.",
    ],
    [
      { request: "r", props: {} },
      "--request contains the component and its location. Remove the other flags.",
    ],
    [
      { request: "r", theme: "dark" },
      "--request contains the component and its location. Remove the other flags.",
    ],
    [
      { request: "r", spaceId: "S1" },
      "--request contains the component and its location. Remove the other flags.",
    ],
  ])("is refused for %j", async (flags, message) => {
    await expect(run(flags)).rejects.toThrow(new UsageError(message, help));
  });

  test("needs an organization for a configuration", async () => {
    await expect(run({ ...component, configuration: true }, { org: null })).rejects.toThrow(
      new UsageError("The organization is missing. Add --org.", "tome org list"),
    );
  });

  test("is in a compressed request, to which an organization may be set", async () => {
    const { sent } = await run({ request: "abc", organizationId: "O1" });
    expect(sent).toEqual(["GET /integrations/acme/render?request=abc"]);
  });
});

describe("the output", () => {
  const show = async (output: JsonObject, choice?: object) =>
    (await run({ componentId: "c", spaceId: "S1" }, { output, ...(choice && { choice }) })).result;
  const element = {
    type: "block",
    children: [
      "Hello ",
      "world",
      {
        type: "button",
        label: "Save",
        onPress: { action: "save" },
        style: "primary",
        hidden: null,
      },
      {
        type: "image",
        source: { url: "https://i.example" },
        title: "T",
        label: "L",
        aspectRatio: 2,
      },
      [{ content: "No type" }],
      { type: "", label: "" },
    ],
    header: "Head",
    footer: { type: "text", children: ["Foot"] },
    submit: "Send",
    onValueChange: "changed",
  };
  const branch = (title: string, notes: readonly string[] = [], below: readonly object[] = []) => ({
    title,
    notes: notes.map((text) => ({ text })),
    below,
  });

  test("is a tree of elements for readers", async () => {
    const tree = [
      branch(
        'block "Hello world"',
        ['action "changed"'],
        [
          branch('button "Save"', ['action {"action":"save"}', "style primary"]),
          branch('image "L"', ["https://i.example", "title T", "aspectRatio 2"]),
          branch('item "No type"'),
          branch(""),
          branch('"Head"'),
          branch('text "Foot"'),
          branch('"Send"'),
        ],
      ),
      { ...branch("state", ["count 3", "open true"]), tone: "dim" },
    ];
    for (const choice of [{}, { format: "table" }, { format: "tsv" }]) {
      expect(
        await show({ type: "element", element, state: { count: 3, open: true } }, choice),
      ).toEqual({ view: [{ tree }] });
    }
    expect(await show({ element: { type: "a" }, state: {} })).toEqual({
      view: [{ tree: [branch("a")] }],
    });
  });

  test("of a completed action has its return value", async () => {
    expect(await show({ type: "complete", returnValue: { a: 1 } })).toEqual({
      view: [{ tree: [{ ...branch("complete", ['returnValue {"a":1}']), tone: "bold" }] }],
    });
  });

  test.each([{ format: "json" }, { jq: "." }, { fields: ["element"] }])(
    "is unchanged for %j",
    async (choice) => {
      expect(await show({ element }, choice)).toEqual({ value: { element } });
    },
  );
});
