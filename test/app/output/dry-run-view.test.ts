import { describe, expect, test } from "vitest";
import {
  buildDryRunView,
  describesRequests,
  shortenEffects,
} from "../../../src/app/output/dry-run-view.ts";
import { drawView } from "../../../src/terminal/draw/draw-view.ts";
import { plainStyle } from "../../../src/terminal/style.ts";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";

const screen = { width: 80, style: plainStyle, accessible: false, now: 0 };

describe("buildDryRunView", () => {
  test("groups all effects by their verb, and prints notes after them", async () => {
    const many = Array.from({ length: 40 }, (_, index) => `- remove user${index}@example.com`);
    const says = [
      "- invite ada@example.com",
      ...many,
      "- invite bea@example.com",
      "Skipped 1 row.",
    ];
    const text = await drawView(buildDryRunView(says, 42), screen);
    const lines = text.trimEnd().split("\n");
    expect(lines.slice(0, 5)).toEqual([
      "invite (2)",
      "  ada@example.com",
      "  bea@example.com",
      "remove (40)",
      "  user0@example.com",
    ]);
    expect(lines.slice(-2)).toEqual([
      "Skipped 1 row.",
      "Nothing was sent. To print all 42 requests: --verbose",
    ]);
  });

  test("effects without a verb have no heading", async () => {
    const text = await drawView(buildDryRunView(["- guides/start: 3 times"], 1), screen);
    expect(text).toBe("guides/start: 3 times\nNothing was sent. To print the request: --verbose\n");
  });
});

test("beside the requests, at most 30 effects are printed", () => {
  const says = [...Array.from({ length: 33 }, (_, index) => `- remove ${index}`), "Note."];
  expect(shortenEffects(says).slice(29)).toEqual([
    "- remove 29",
    "- and 3 more; see the requests for all",
    "Note.",
  ]);
  expect([describesRequests(says), describesRequests(["Note."])]).toEqual([true, false]);
});

test.each([0, 1, 29, 30])("beside the requests, %d effects are printed as they are", (count) => {
  const says = ["Note.", ...Array.from({ length: count }, (_, index) => `- remove ${index}`)];
  expect(shortenEffects(says)).toEqual(says);
});

slowTest(
  "on a terminal member sync --dry-run prints words, and the requests with --verbose",
  async () => {
    const tome = openTome({ withSample: true });
    const ask = (line: string) =>
      tome(`${line} --local`, {
        screen: true,
        answers: [],
        env: { NO_COLOR: "1" },
        stdin: "",
      });
    const run = (line: string, stdin: string) => tome(`${line} --local`, { stdin });
    const piped = await run(
      "member sync --roster - --dry-run",
      "email,role\nada@example.com,edit\n",
    );
    expect(JSON.parse(piped.stdout)).toMatchObject([{ method: "POST" }]);
    expect(piped.stderr).toContain("- invite ada@example.com");
    await run("space create --title One", "");
    const words = await ask("undo --dry-run");
    expect([words.code, words.stdout.includes('"method"')]).toEqual([2, false]);
  },
);
