/** Time limits of functions in the main thread. */
import { describe, expect, test } from "vitest";
import { endWriting, html } from "../../../../src/document/html/html.ts";
import { BudgetExceededError } from "../../../../src/json/budget.ts";
import { printText } from "../../../../src/service/engines/documents.ts";
import { writeHtml } from "../../../../src/service/engines/page-worker.ts";
import { runWithinTime, tryWithin } from "../../../../src/service/engines/threads/time-limit.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { observeThreads } from "../../../support/machine/thread-tasks.ts";

const limits = { name: "here", milliseconds: 40 };

function runEndlessly(): never {
  for (;;);
}

describe("a function with a time limit", () => {
  test("returns its result and throws its errors", () => {
    expect(tryWithin(10_000, () => "done")).toBe("done");
    const error = new RangeError("own");
    expect(() =>
      tryWithin(10_000, () => {
        throw error;
      }),
    ).toThrow(error);
  });

  test("ends within a loop and within one regular expression", () => {
    expect(tryWithin(5, runEndlessly)).toBeUndefined();
    expect(tryWithin(5, () => /^(a|aa)+$/.exec(`${"a".repeat(200)}b`) ?? "none")).toBeUndefined();
  });

  test("nested in another one ends alone or with it", () => {
    const inner = () => tryWithin(5, runEndlessly) ?? "ended";
    expect(tryWithin(10_000, inner)).toBe("ended");
    expect(tryWithin(5, () => tryWithin(10_000, runEndlessly) ?? "ended")).toBeUndefined();
    expect(tryWithin(10_000, () => "free again")).toBe("free again");
  });

  slowTest("exceeds the budget of bounded work and restores state", () => {
    let isRestored = false;
    const run = () => runWithinTime(limits, runEndlessly, () => (isRestored = true));
    expect(run).toThrow(BudgetExceededError);
    expect(isRestored).toBe(true);
    expect(runWithinTime({ name: "thread" }, () => "no limit")).toBe("no limit");
  });
});

/** Code that takes seconds to highlight. */
const hostileCode = {
  object: "block",
  type: "code",
  data: { syntax: "xml" },
  nodes: [
    { object: "text", leaves: [{ object: "leaf", text: "<script>".repeat(1200), marks: [] }] },
  ],
};

describe("a page with code that takes seconds to highlight", () => {
  const request = {
    body: JSON.stringify({ object: "document", data: {}, nodes: Array(4).fill(hostileCode) }),
    included: [],
    scope: {},
    targets: [],
    operations: [],
  };

  slowTest("leaves the main thread, and the next page is complete", async () => {
    expect(await writeHtml({ input: request, limits })).toEqual({
      exceeded: { name: "here", measure: "milliseconds", maximum: expect.any(Number) },
    });
    // The budget of the previous page would refuse this.
    expect(html`<p>${"x".repeat(200_000)}</p>`.source).toHaveLength(200_007);
    const code = {
      ...hostileCode,
      data: { syntax: "js" },
      nodes: [{ object: "text", leaves: [{ object: "leaf", text: "let a = 1;", marks: [] }] }],
    };
    const body = JSON.stringify({ object: "document", data: {}, nodes: [code] });
    const written = await writeHtml({ input: { ...request, body }, limits: { name: "page" } });
    expect(written).toEqual({
      result: expect.objectContaining({ html: expect.stringContaining('class="is-keyword"') }),
    });
    endWriting();
  });

  slowTest("is shown without colors", async () => {
    const written = await writeHtml({ input: request, limits: { name: "page" } });
    expect(written).toEqual({
      result: expect.objectContaining({ html: expect.stringContaining("&lt;script&gt;") }),
    });
  });
});

describe("a table as Markdown", () => {
  const table = (columns: number, rows: number, values: object, fragments: readonly object[]) =>
    JSON.stringify({
      object: "document",
      data: {},
      nodes: [
        {
          object: "block",
          type: "table",
          data: {
            definition: { a: { title: "T" } },
            view: { columns: Array(columns).fill("a") },
            records: Object.fromEntries(
              Array.from({ length: rows }, (_, at) => [String(at), { values }]),
            ),
          },
          fragments,
        },
      ],
    });
  const asker = { caller: "a", db: {} };

  test("is refused if many cells repeat one long text", async () => {
    const leaf = { object: "leaf", text: "x".repeat(20_000), marks: [] };
    const text = { object: "text", leaves: [leaf] };
    const fragment = {
      object: "fragment",
      fragment: "f",
      nodes: [{ object: "block", type: "paragraph", nodes: [text] }],
    };
    const document = table(300, 330, { a: "f" }, [fragment]);
    await expect(printText(document, asker)).rejects.toThrow("many cells repeat the same text");
    expect(await printText(table(3, 3, { a: "f" }, [fragment]), asker)).toContain("xxx");
  });

  slowTest("of a long document is printed in another thread", async () => {
    const unused = { object: "fragment", fragment: "unused", nodes: [], note: "x".repeat(70_000) };
    const document = table(60, 330, {}, [unused]);
    const { result, tasks } = await observeThreads(() => printText(document, asker));
    expect(result.split("\n").length).toBeGreaterThan(330);
    expect(tasks).toEqual(["printText"]);
  });
});
