/** The filter is the real jq: its language, its messages, its raw strings. */
import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import { applyJq, runJq } from "../../../src/terminal/formats/jq.ts";
import { printList } from "../../../src/terminal/print-list.ts";
import { slowTest, slowTests } from "../../support/generators/amount.ts";
import { listPages, openScreen } from "../screen.ts";

const spaces = [
  { id: "S1", title: "Hand\nbook", size: 9007199254740993n },
  { id: "S2", title: "\u001b[31mred\u202e", size: 1 },
];

test("the filter gets a list of several pages as one array, and strings print without quotes", async () => {
  const screen = await openScreen({ piped: true });
  await printList(screen.terminal, listPages(spaces.slice(0, 1), spaces.slice(1)), {
    columns: [],
    none: "",
    choice: { jq: 'length, .[].id, (map(.id) | join("+"))' },
  });
  expect(screen.out()).toBe("2\nS1\nS2\nS1+S2\n");
});

test("other results are compact JSON, and large numbers keep their digits", async () => {
  expect(await applyJq(".[0] | {size}, .size, [null, 1.5]", spaces, true)).toBe(
    '{"size":9007199254740993}\n9007199254740993\n[null,1.5]\n',
  );
});

test("a string is neutralized on a terminal and exact in a pipe", async () => {
  expect(await applyJq(".[1].title", spaces, true)).toBe("\\u{1b}[31mred\\u{202e}\n");
  expect(await applyJq(".[1].title", spaces, false)).toBe("\u001b[31mred\u202e\n");
  expect(await applyJq(".[1] | {title}", spaces, false)).toBe(
    '{"title":"\\u001b[31mred\\u202e"}\n',
  );
});

test("no result prints nothing, and a filter can start with a hyphen", async () => {
  expect(await applyJq("empty", spaces, true)).toBe("");
  expect(await applyJq("-1", spaces, true)).toBe("-1\n");
});

slowTests.each([
  [".[", /syntax error/],
  ['.[] | .x.y.z + error("no")', /no/],
  ['.[0].id, error("late")', /late/],
])("a filter that fails is a usage error with jq's message: %s", async (program, message) => {
  const running = applyJq(program, spaces, true);
  await expect(running).rejects.toThrow(UsageError);
  await expect(running).rejects.toThrow(message);
});

slowTest("a failing filter does not set the program's exit code", async () => {
  const before = process.exitCode;
  await expect(applyJq('error("no")', spaces, true)).rejects.toThrow(UsageError);
  expect(process.exitCode).toBe(before);
});

slowTest("a lone surrogate, which jq refuses, does not stop a filter", async () => {
  expect(await applyJq(".a", { a: "x\ud800y \u{e0041}" }, false)).toBe("x\ufffdy \u{e0041}\n");
});

slowTest(
  "a megabyte is filtered in linear time",
  async () => {
    const list = Array.from({ length: 2000 }, (_, index) => ({ index, text: "y".repeat(1000) }));
    expect((await applyJq(".[].index", list, false)).split("\n")).toHaveLength(2001);
  },
  20_000,
);

describe("limits of a filter", () => {
  slowTest("a filter that never ends is stopped, and the next one runs", async () => {
    const running = runJq("def f: f; f", null, 0.2);
    await expect(running).rejects.toThrow(
      "The program ran for more than 0.2 seconds (limit jq.seconds).",
    );
    expect(await runJq("1 + 1", null)).toEqual(["2"]);
  });

  slowTest("a filter that uses too much memory is stopped", async () => {
    const running = runJq('reduce range(60) as $n ("abcdefgh"; . + .)', null, 120);
    await expect(running).rejects.toThrow("(limit jq.memory)");
    expect(await runJq("1 + 1", null)).toEqual(["2"]);
  });

  test("concurrent filters run one after the other", async () => {
    const runs = [1, 2, 3].map((number) => runJq(". * 2", number));
    expect(await Promise.all(runs)).toEqual([["2"], ["4"], ["6"]]);
  });

  test("a field without a dot is refused once, with the flag that prints it", async () => {
    await expect(runJq("title", { title: "A" })).rejects.toMatchObject({
      message: expect.stringMatching(
        /^The --jq filter failed: title\/0 is not defined(?!.*error)/s,
      ),
      hint: "To print the field: --json title",
    });
  });
});
