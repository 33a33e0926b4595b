import { describe, expect, test } from "vitest";
import { buildRequestView } from "../../../src/app/output/request-view.ts";
import { drawView } from "../../../src/terminal/draw/draw-view.ts";
import { plainStyle } from "../../../src/terminal/style.ts";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";

const screen = { width: 80, style: plainStyle, accessible: false, now: 0 };

describe("buildRequestView", () => {
  test("shows titles in place of ids, and words in place of JSON", async () => {
    const named = [
      { parameter: { name: "space" }, id: "S1", title: "Guide" },
      { parameter: { name: "user" }, id: "U1", title: "Ada" },
    ];
    const body = { users: ["U1"], defaultLevel: null, empty: true, styling: { theme: "bold" } };
    const request = { method: "PATCH", url: "http://tome.localhost/v1/spaces/S1", body };
    const text = await drawView(buildRequestView(request, "Change a space", named), screen);
    expect(text.trimEnd().split("\n")).toEqual([
      "Change a space",
      '  space          "Guide"',
      '  users          "Ada"',
      "  default level  none",
      "  empty          yes",
      '  styling.theme  "bold"',
      "Request: PATCH http://tome.localhost/v1/spaces/S1",
    ]);
  });

  test("shortens long texts", async () => {
    const body = { markdown: "x".repeat(1000) };
    const request = { method: "POST", url: "http://tome.localhost/v1/spaces", body };
    const text = await drawView(buildRequestView(request, "Create", []), { ...screen, width: 400 });
    expect(text).toContain("…");
    expect(text).not.toContain("x".repeat(201));
  });
});

test.each([
  ["spaceId", "space"],
  ["teamIds", "team"],
  ["defaultLevel", "default level"],
  ["id", "id"],
  ["Id", "Id"],
])("the field %s is called %j", async (name, called) => {
  const request = { method: "POST", url: "http://a", body: { [name]: 1 } };
  const [, line = ""] = (await drawView(buildRequestView(request, "Create", []), screen)).split(
    "\n",
  );
  expect(line.trim().replace(/ +1$/, "")).toBe(called);
});

slowTest("on a terminal a dry run prints words, and the request with a format", async () => {
  const tome = openTome({ withSample: true });
  const ask = (line: string) =>
    tome(`${line} --dry-run --local`, { screen: true, answers: [], env: { NO_COLOR: "1" } });
  const words = await ask("space update Welcome --emoji x");
  expect(words.stdout, words.stderr).toContain('space  "Welcome"');
  expect(words.stdout).toContain("Nothing was sent");
  const json = await ask("space update Welcome --emoji x --json");
  expect(JSON.parse(json.stdout)).toMatchObject({ method: "PATCH", body: { emoji: "x" } });
  const several = await ask("space delete Welcome Benutzerhandbuch");
  expect(several.stdout, several.stderr).not.toContain('"method"');
  expect(several.stdout.match(/Nothing was sent/g)).toHaveLength(1);
});
