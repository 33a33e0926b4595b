import fc from "fast-check";
import { expect, test } from "vitest";
import { ApiError } from "../../../src/errors.ts";
import { buildPage, type ListPageRequest } from "../../../src/service/core/pages.ts";
import { slowTests } from "../../support/generators/amount.ts";

const numbers = Array.from({ length: 250 }, (_, index) => String(index).padStart(3, "0"));

function request(
  more: Partial<ListPageRequest<string, string>> = {},
): ListPageRequest<string, string> {
  return {
    list: "numbers",
    read: async (after, take) =>
      numbers.filter((number) => after === undefined || number > (after[0] ?? "")).slice(0, take),
    key: (number) => [number],
    show: (number) => number,
    ...more,
  };
}

async function all(more: Partial<ListPageRequest<string, string>>): Promise<string[][]> {
  const pages: string[][] = [];
  let page: string | undefined;
  do {
    const found = await buildPage(request({ ...more, page }));
    pages.push([...found.items]);
    page = found.next?.page;
  } while (page !== undefined);
  return pages;
}

test("the pages together are the complete list, once and in order", async () => {
  const pages = await all({ limit: 100 });
  expect(pages.map((page) => page.length)).toEqual([100, 100, 50]);
  expect(pages.flat()).toEqual(numbers);
});

test("a list that exactly fills its last page has no further page", async () => {
  expect((await all({ limit: 125 })).map((page) => page.length)).toEqual([125, 125]);
});

test("without a limit a page has 50 items", async () => {
  expect((await buildPage(request())).items).toHaveLength(50);
});

test("a limit of 0 returns no items and no next page", async () => {
  expect(await buildPage(request({ limit: 0 }))).toEqual({ items: [], count: 250 });
});

test("an empty token is the first page, as published clients send it", async () => {
  expect(await buildPage(request({ page: "" }))).toEqual(await buildPage(request()));
});

test("each page has the number of items that all pages have together", async () => {
  for (const more of [{}, { keep: (number: string) => number.endsWith("7") }]) {
    const items = (await all(more)).flat();
    let page: string | undefined;
    do {
      const found = await buildPage(request({ ...more, limit: 10, page }));
      expect(found.count).toBe(items.length);
      page = found.next?.page;
    } while (page !== undefined);
  }
  const counted = { limit: 10, count: async () => 7 };
  expect(await buildPage(request(counted))).toMatchObject({ count: 7 });
});

test("hidden items take no space in a page", async () => {
  const pages = await all({ limit: 10, keep: (number) => number.endsWith("7") });
  expect(pages.map((page) => page.length)).toEqual([10, 10, 5]);
  expect(pages.flat()).toEqual(numbers.filter((number) => number.endsWith("7")));
});

test("a row inserted before the token's position does not shift the pages", async () => {
  const { next } = await buildPage(request({ limit: 2 }));
  numbers.unshift("000a");
  const second = await buildPage(request({ limit: 2, page: next?.page }));
  numbers.shift();
  expect(second.items).toEqual(["002", "003"]);
});

test("a token of another list, a damaged one and an invalid one are refused with the field name", async () => {
  const { next } = await buildPage(request({ limit: 2 }));
  const token = next?.page ?? "";
  const [signature] = JSON.parse(Buffer.from(token, "base64url").toString());
  const moved = Buffer.from(JSON.stringify([signature, "100"])).toString("base64url");
  const wrong = [
    ["letters", token],
    ["numbers", moved],
    ["numbers", "x"],
  ] as const;
  for (const [list, page] of wrong) {
    const refused = await buildPage(request({ list, page })).catch((error) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ status: 400, field: "page" });
  }
});

test("a token is accepted only in its original spelling", async () => {
  const { next } = await buildPage(request({ limit: 2 }));
  const page = next?.page ?? "";
  for (const other of [`${page}=`, `${page}!!`, ` ${page}`]) {
    await expect(buildPage(request({ page: other }))).rejects.toThrow(
      "page is not a token of this list",
    );
  }
});

/** Rows of the given length, and the number of them in each read. */
function longRows(sizes: readonly number[], isMeasured: boolean) {
  const taken: number[] = [];
  const after = (key: readonly string[] | undefined) => Number(key?.[0] ?? -1) + 1;
  const rows: ListPageRequest<{ at: number; text: string }, number> = {
    list: "long",
    limit: 1000,
    async read(key, take) {
      const some = sizes.slice(after(key), after(key) + take);
      taken.push(some.length);
      return some.map((size, index) => ({ at: after(key) + index, text: "x".repeat(size) }));
    },
    ...(isMeasured && {
      measure: async (key, take) => sizes.slice(after(key), after(key) + take),
    }),
    key: ({ at }) => [String(at)],
    show: ({ at }) => at,
  };
  return { rows, taken };
}

test("a page of long rows ends early, with a next page", async () => {
  const { rows } = longRows([400_000, 400_000, 400_000, 3_000_000, 10, 10], false);
  const pages: number[][] = [];
  for (let page: string | undefined; ; ) {
    const { items, next } = await buildPage({ ...rows, page });
    pages.push([...items]);
    page = next?.page;
    if (page === undefined) break;
  }
  expect(pages).toEqual([[0, 1], [2], [3], [4, 5]]);
});

test("only long rows that fit the page are read", async () => {
  const { rows, taken } = longRows(Array(200).fill(300_000), true);
  const { items, next } = await buildPage(rows);
  expect(items).toEqual([0, 1, 2]);
  expect(Math.max(...taken)).toBe(3);
  const second = await buildPage({ ...rows, page: next?.page });
  expect(second.items).toEqual([3, 4, 5]);
});

test("a list of many rows is read in parts, with other requests in between", async () => {
  const { rows, taken } = longRows(Array(1000).fill(10), false);
  let turns = 0;
  const count = () => {
    turns++;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  const { items, next } = await buildPage(rows);
  clearImmediate(timer);
  expect(items).toHaveLength(1000);
  expect(next).toBeUndefined();
  expect(Math.max(...taken)).toBe(100);
  expect(turns).toBeGreaterThan(8);
});

const mebibyte = 1024 * 1024;
const anySize = fc.oneof(
  fc.constantFrom(0, 1, mebibyte - 1, mebibyte, mebibyte + 1, 3 * mebibyte),
  fc.integer({ min: 0, max: mebibyte }),
);

slowTests.each([
  ["by its strings", false],
  ["before its rows are read", true],
])(
  "a list of rows of any size is complete, once and in order, if it is measured %s",
  async (_, isMeasured) => {
    const property = fc.asyncProperty(
      fc.array(anySize, { maxLength: 12 }),
      fc.integer({ min: 1, max: 13 }),
      async (sizes, limit) => {
        const rows = numbers.slice(0, sizes.length);
        const getSize = (row: string) => sizes[Number(row)] ?? 0;
        const select = (after: readonly string[] | undefined, take: number) =>
          rows.filter((row) => after === undefined || row > (after[0] ?? "")).slice(0, take);
        const pages = await all({
          limit,
          size: getSize,
          read: async (after, take) => select(after, take),
          ...(isMeasured && {
            measure: async (after: readonly string[] | undefined, take: number) =>
              select(after, take).map(getSize),
          }),
        });
        expect(pages.flat()).toEqual(rows);
        for (const page of pages.slice(0, -1)) {
          expect(page.length).toBeGreaterThan(0);
          expect(page.length).toBeLessThanOrEqual(limit);
        }
        for (const page of pages) {
          const size = page.reduce((sum, row) => sum + getSize(row), 0);
          expect(page.length <= 1 || size <= mebibyte).toBe(true);
        }
      },
    );
    await fc.assert(property, { numRuns: 200 });
  },
);
