import { expect, test } from "vitest";
import { listMatchingWords } from "../../../../../src/service/areas/content/search/matching-words.ts";

const asWritten = () => [];

test("the words of a query have at least two letters or digits, and are at most twenty", () => {
  expect(listMatchingWords("The API, a v2 größe! x", asWritten)).toEqual([
    ...["the", "api", "v2", "größe"],
  ]);
  expect(listMatchingWords("? !", asWritten)).toEqual([]);
  const many = Array.from({ length: 21 }, (_, at) => `w${at}x`);
  expect(listMatchingWords(many.join(" "), asWritten)).toEqual(many.slice(0, 20));
});

test("an excerpt shows the words of a query and their longer stems", () => {
  const toStems = (text: string) => text.split(" ").map((word) => word.slice(0, -3));
  expect(listMatchingWords("Swimming running", toStems)).toEqual([
    ...["swimming", "running", "Swimm", "runn"],
  ]);
  const length = 3;
  const [short, long] = ["x".repeat(length + 2), "y".repeat(length + 3)];
  expect(listMatchingWords(`${short} ${long}`, toStems)).toEqual([
    ...[short, long, "y".repeat(length)],
  ]);
  expect(listMatchingWords("same same", () => ["same"])).toEqual(["same"]);
});
