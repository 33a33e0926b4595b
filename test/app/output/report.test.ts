import { expect, test } from "vitest";
import { buildReport, reportLines, reportObject } from "../../../src/app/output/report.ts";
import { AcceptedError } from "../../../src/client/response-status.ts";
import {
  AllFailedError,
  ApiError,
  CanceledError,
  ChangedError,
  IncompleteError,
  MissingTokenError,
  NameNotFoundError,
  NetworkError,
  ProgramExitError,
  UsageError,
} from "../../../src/errors.ts";

const api = (status: number, hint?: string) => new ApiError(status, "m", { hint, requestId: "r" });
const ofApi = { message: "m", hint: undefined, requestId: "r", retryable: false };
const answer = { status: 202, requestId: "r", value: undefined } as never;
const system = Object.assign(new Error("m"), { code: "EACCES", syscall: "open" });
const debug = "Run the command again with --debug and report the output.";

test.each<[unknown, object]>([
  [
    new UsageError("m"),
    {
      exitCode: 2,
      code: "usage",
      category: "usage",
      message: "m",
      hint: undefined,
      retryable: false,
    },
  ],
  [
    new UsageError("m", "h", ["d"]),
    {
      exitCode: 2,
      code: "usage",
      category: "usage",
      message: "m",
      hint: "h",
      details: ["d"],
      retryable: false,
    },
  ],
  [
    new NameNotFoundError("m"),
    {
      exitCode: 5,
      code: "not_found",
      category: "usage",
      message: "m",
      hint: undefined,
      retryable: false,
    },
  ],
  [
    new ChangedError("m", "h"),
    { exitCode: 6, code: "conflict", category: "usage", message: "m", hint: "h", retryable: false },
  ],
  [
    new ChangedError("m", undefined, ["d"]),
    {
      exitCode: 6,
      code: "conflict",
      category: "usage",
      message: "m",
      hint: undefined,
      details: ["d"],
      retryable: false,
    },
  ],
  [
    new CanceledError(),
    {
      exitCode: 3,
      code: "cancelled",
      category: "usage",
      message: "Canceled. Nothing was changed.",
      retryable: false,
    },
  ],
  [
    new MissingTokenError("m", "h"),
    {
      exitCode: 4,
      code: "not_allowed",
      category: "auth",
      message: "m",
      hint: "h",
      retryable: false,
    },
  ],
  [
    new AllFailedError("all", api(404)),
    { exitCode: 5, code: "not_found", category: "api", status: 404, ...ofApi, message: "all" },
  ],
  [
    api(401),
    {
      exitCode: 4,
      code: "not_allowed",
      category: "auth",
      status: 401,
      ...ofApi,
      hint: "tome auth status",
    },
  ],
  [
    api(401, "h"),
    { exitCode: 4, code: "not_allowed", category: "auth", status: 401, ...ofApi, hint: "h" },
  ],
  [api(403), { exitCode: 4, code: "not_allowed", category: "auth", status: 403, ...ofApi }],
  [api(404), { exitCode: 5, code: "not_found", category: "api", status: 404, ...ofApi }],
  [api(409), { exitCode: 6, code: "conflict", category: "api", status: 409, ...ofApi }],
  [api(412), { exitCode: 6, code: "conflict", category: "api", status: 412, ...ofApi }],
  [
    api(429),
    { exitCode: 7, code: "unavailable", category: "api", status: 429, ...ofApi, retryable: true },
  ],
  [api(499), { exitCode: 1, code: "failed", category: "api", status: 499, ...ofApi }],
  [
    api(500),
    { exitCode: 7, code: "unavailable", category: "api", status: 500, ...ofApi, retryable: true },
  ],
  [api(501), { exitCode: 1, code: "failed", category: "api", status: 501, ...ofApi }],
  [
    api(503),
    { exitCode: 7, code: "unavailable", category: "api", status: 503, ...ofApi, retryable: true },
  ],
  [
    new NetworkError("m", { arrived: "no", hint: "h", status: 407 }),
    {
      exitCode: 7,
      code: "unavailable",
      category: "network",
      message: "m",
      hint: "h",
      status: 407,
      retryable: true,
    },
  ],
  ...(
    [
      ["pending", 8, "pending", "api", true],
      ["conflict", 6, "conflict", "api", false],
      ["partial", 9, "partial", "api", false],
      ["unknown", 9, "partial", "network", false],
      ["findings", 10, "findings", "api", false],
      ["failed", 1, "failed", "api", false],
      ["interrupted", 130, "interrupted", "api", false],
    ] as const
  ).map(([how, exitCode, code, category, retryable]): [unknown, object] => [
    new IncompleteError(how, "m", "h"),
    { exitCode, code, category, message: "m", hint: "h", retryable },
  ]),
  [
    new AcceptedError("pending", "m", "h", answer),
    {
      exitCode: 8,
      code: "pending",
      category: "api",
      message: "m",
      hint: "h",
      status: 202,
      requestId: "r",
      retryable: false,
    },
  ],
  [
    new ProgramExitError(42),
    {
      exitCode: 42,
      code: "failed",
      category: "usage",
      message: "The program ended with 42.",
      retryable: false,
    },
  ],
  [system, { exitCode: 1, code: "failed", category: "filesystem", message: "m", retryable: false }],
  ...[
    Object.assign(new Error("m"), { code: "X" }),
    Object.assign(new Error("m"), { syscall: "x" }),
    "m",
  ].map((error): [unknown, object] => [
    error,
    {
      exitCode: 1,
      code: "failed",
      category: "internal",
      message: "Internal error: m",
      hint: debug,
      retryable: false,
    },
  ]),
])("%o is reported", (error, report) => {
  expect(buildReport(error)).toEqual(report);
});

const short = {
  exitCode: 1,
  code: "failed",
  category: "api",
  message: "a\nb",
  retryable: true,
} as const;
const long = { ...short, details: ["d\ne"], hint: "h", status: 503, requestId: "r" };
const marked = { red: (text: string) => `<${text}>`, dim: (text: string) => `(${text})` } as never;

test("a report is written as lines", () => {
  expect(reportLines(short)).toEqual([expect.stringMatching(/^error: a\S* ?\S*b$/)]);
  const [, ...lines] = reportLines(long);
  expect(lines).toEqual([
    expect.stringMatching(/^ {2}d[^\n]*e$/),
    "hint: h",
    "status 503, request r",
  ]);
  expect(reportLines({ ...short, message: "m", requestId: "r", hint: "h" }, marked)).toEqual([
    "<error:> m",
    "(hint: h)",
    "(request r)",
  ]);
  expect(reportLines({ ...short, message: "m", status: 404 })).toEqual(["error: m", "status 404"]);
});

test("a report is written as an object", () => {
  const { exitCode: _, ...members } = long;
  expect(reportObject(long)).toEqual({ error: members });
  expect(reportObject(short)).toEqual({
    error: {
      code: "failed",
      category: "api",
      message: "a\nb",
      status: null,
      hint: null,
      requestId: null,
      retryable: true,
    },
  });
});
