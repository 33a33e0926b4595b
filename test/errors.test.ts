/** Errors of commands: hints, confirmations, and the parents that a write used. */
import { describe, expect, test } from "vitest";
import {
  ApiError,
  addParentsToError,
  createUnconfirmedError,
  formatParentsSentence,
  IncompleteError,
  isFailedWork,
  NetworkError,
  UnknownWordError,
  UsageError,
  withHint,
} from "../src/errors.ts";

describe("the parents that the user did not type", () => {
  const sentence = formatParentsSentence(", in organization O1 (from .tome.json)");

  test("are a sentence, and none is no sentence", () => {
    expect(sentence).toBe(" Used organization O1 (from .tome.json).");
    expect(formatParentsSentence("")).toBe("");
  });

  test.each([
    ["an error response", new ApiError(403, "No."), true],
    ["an unknown outcome", new IncompleteError("unknown", "No."), true],
    ["pending work", new IncompleteError("pending", "No."), true],
    ["a broken connection", new NetworkError("No.", { arrived: "perhaps" }), true],
    ["a server that was not reached", new NetworkError("No.", { arrived: "no" }), false],
    ["an invalid command", new UsageError("No."), false],
    ["a defect", new TypeError("No."), false],
  ])("are part of the error of %s: %s", (_of, error, isNamed) => {
    expect(addParentsToError(error, sentence)).toBe(error);
    expect(error.message).toBe(isNamed ? `No.${sentence}` : "No.");
    // An error can pass several functions that add them.
    addParentsToError(error, sentence);
    expect(error.message).toBe(isNamed ? `No.${sentence}` : "No.");
  });

  test.each(["a text", undefined, null, 5])("leave %j as it is", (error) => {
    expect(addParentsToError(error, sentence)).toBe(error);
  });
});

test("a hint is added to a problem without one, and nothing else changes", () => {
  const details = {
    field: "title",
    requestId: "r1",
    retryAfter: 3,
    findings: [{ level: "error", rule: "r", message: "m" }],
  } as const;
  const problem = new ApiError(429, "Wait.", details);
  expect(withHint(problem, "tome space get")).toEqual(
    new ApiError(429, "Wait.", { ...details, hint: "tome space get" }),
  );
  const hinted = new ApiError(429, "Wait.", { ...details, hint: "tome doctor" });
  expect(withHint(hinted, "tome space get")).toBe(hinted);
});

test.each([
  [new IncompleteError("failed", "x"), true],
  [new IncompleteError("pending", "x"), false],
  [new IncompleteError("unknown", "x"), false],
  [new ApiError(500, "failed"), false],
  ["failed", false],
])("work that the platform accepted has failed with %s: %s", (error, isFailed) => {
  expect(isFailedWork(error)).toBe(isFailed);
});

test("a command that needs a confirmation says how to give it, and why it needs it", () => {
  expect(createUnconfirmedError("tome space delete").message).toBe(
    "tome space delete requires --yes when not running interactively.",
  );
  expect(createUnconfirmedError("tome undo", "It deletes a space.").message).toBe(
    "It deletes a space. tome undo requires --yes when not running interactively.",
  );
});

test("a misspelled word suggests its replacement, and several words have a line of their own", () => {
  expect(new UnknownWordError("Unknown command", "spce", "space").message).toBe(
    "Unknown command. Did you mean space?",
  );
  expect(new UnknownWordError("Unknown command", "x", ["space", "get"]).message).toBe(
    "Unknown command.",
  );
});
