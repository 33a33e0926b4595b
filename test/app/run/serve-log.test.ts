import { describe, expect, test } from "vitest";
import { createServeLog } from "../../../src/app/run/serve-log.ts";
import type { RequestRecord } from "../../../src/service/server/metrics/request-record.ts";

const entry: RequestRecord = {
  ...{
    id: "R1",
    at: "2026-01-01T00:00:00.000Z",
    method: "GET",
    path: "/v1/user",
    milliseconds: 2.5,
  },
  ...{ operation: null, status: null, user: null, slow: null, fault: null, message: null },
};

function open(form: Parameters<typeof createServeLog>[0]) {
  const lines: string[] = [];
  return { lines, ...createServeLog(form, (line) => lines.push(line)) };
}

describe("a request", () => {
  const phases = { prepare: 1, wait: 600, work: 3 };

  test.each<[Partial<RequestRecord>, string]>([
    [{}, "dropped GET /v1/user - - 2.5ms R1"],
    [{ status: 200, operation: "user.get", user: "U1" }, "200 GET /v1/user user.get U1 2.5ms R1"],
    [{ slow: phases }, "dropped GET /v1/user - - 2.5ms R1 slow: prepare 1ms, wait 600ms, work 3ms"],
    [
      { status: 503, slow: phases, fault: "delay", message: "Too many." },
      "503 GET /v1/user - - 2.5ms R1 slow: prepare 1ms, wait 600ms, work 3ms fault: delay Too many.",
    ],
    [{ message: "Not found." }, "dropped GET /v1/user - - 2.5ms R1 Not found."],
  ])("with %j is one line", (more, line) => {
    const { lines, onRequest } = open("text");
    onRequest?.({ ...entry, ...more });
    expect(lines).toEqual([`${entry.at} ${line}`]);
  });

  test("is JSON on request, and not written without a log", () => {
    const { lines, onRequest } = open("json");
    onRequest?.(entry);
    expect(lines.map((line) => JSON.parse(line))).toEqual([{ level: "info", ...entry }]);
    expect(open("off").onRequest).toBeUndefined();
  });
});

test.each(["text", "off", "json"] as const)("an error is written with the log %s", (form) => {
  const { lines, log } = open(form);
  log("A job failed.", new Error("Full disk."));
  log("A job failed.", "reason");
  if (form !== "json") {
    expect(lines).toEqual([
      "Local platform: A job failed. Full disk.",
      "Local platform: A job failed. reason",
    ]);
    return;
  }
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    ["Full disk.", "reason"].map((error) => ({
      ...{ level: "error", at, message: "A job failed.", error },
    })),
  );
});
