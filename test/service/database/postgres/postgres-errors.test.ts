import { describe, expect, test } from "vitest";
import { ApiError, NetworkError, UsageError } from "../../../../src/errors.ts";
import {
  createUnknownOutcomeError,
  findRefusal,
  getSqlState,
  isBroken,
  toOpeningError,
} from "../../../../src/service/database/postgres/postgres-errors.ts";

const fromServer = (code: string, message = "x.") =>
  Object.assign(new Error(message), { code, severity: "ERROR" });
const system = (code: string, message = "x.") => Object.assign(new Error(message), { code });
const outdated = fromServer("0A000", "cached plan must not change result type");

test.each([
  [fromServer("28P01"), "28P01"],
  [system("28P01"), undefined],
  [fromServer("ECONNREFUSED"), undefined],
  [fromServer("28p01"), undefined],
  [new Error("x"), undefined],
  [{ code: "28P01", severity: "ERROR" }, undefined],
  [undefined, undefined],
])("the state of %j is %j", (error, state) => {
  expect(getSqlState(error)).toBe(state);
});

describe("a query error", () => {
  const unavailable = [
    503,
    "The database is not available, so nothing was changed. Retry in a moment.",
  ];
  const unstorable = [
    400,
    "The text contains a character that cannot be stored, such as NUL. Remove it.",
  ];

  test.each<[Error, boolean, readonly unknown[] | "same"]>([
    [system("ECONNRESET"), true, unavailable],
    [new Error("closed"), true, unavailable],
    [fromServer("08006"), true, unavailable],
    [fromServer("57P01"), true, unavailable],
    [fromServer("57P03"), true, unavailable],
    [fromServer("53300"), true, unavailable],
    [fromServer("53200"), false, "same"],
    [fromServer("57014"), false, "same"],
    [fromServer("10800"), false, "same"],
    [fromServer("26000"), true, unavailable],
    [outdated, true, "same"],
    [fromServer("0A000", "not supported"), false, "same"],
    [fromServer("22021"), false, unstorable],
    [fromServer("22P05"), false, unstorable],
    [fromServer("54000"), false, [400, "A value is too long for an index. Shorten it."]],
    [fromServer("23505"), false, "same"],
  ])("%j", (error, broken, refusal) => {
    expect(isBroken(error)).toBe(broken);
    const result = findRefusal(error);
    if (refusal === "same") expect(result).toBe(error);
    else {
      expect(result).toBeInstanceOf(ApiError);
      const { status, message, cause } = result as ApiError;
      expect([status, message]).toEqual(refusal);
      expect(cause).toBe(refusal === unavailable ? error : undefined);
    }
  });

  test("during a commit leaves the outcome unknown", () => {
    const cause = new Error("x");
    expect(createUnknownOutcomeError(cause)).toMatchObject({
      status: 503,
      cause,
      message:
        "The database connection was lost during the commit, so the change may or may not have been saved. Check before you repeat the request.",
    });
  });
});

describe("an error while a database is opened", () => {
  const where = { host: "db.example", port: 5433, database: "tome", user: "ada" };
  const rejected =
    "PostgreSQL at db.example:5433 rejected the user ada for the database tome. Check the user name and the password.";
  const down = "PostgreSQL at db.example:5433 is not available for the database tome: ";

  test.each([
    [fromServer("28P01"), UsageError, rejected],
    [fromServer("28000"), UsageError, rejected],
    [
      fromServer("3D000"),
      UsageError,
      "PostgreSQL at db.example:5433 has no database tome. Create it, for example: createdb tome",
    ],
    [
      fromServer("42501"),
      UsageError,
      "The user ada cannot create tables in the database tome at db.example:5433. Make the user the owner of the database or of its schema.",
    ],
    [
      fromServer("57P03", "the database is starting up."),
      NetworkError,
      `${down}the database is starting up.`,
    ],
    [system("ECONNREFUSED"), NetworkError, `${down}connection refused.`],
    [system("ENOTFOUND"), NetworkError, `${down}unknown host.`],
    [system("EAI_AGAIN"), NetworkError, `${down}the host could not be resolved.`],
    [system("ETIMEDOUT"), NetworkError, `${down}connection timed out.`],
    [system("EHOSTUNREACH"), NetworkError, `${down}no route to host.`],
    [system("ENETUNREACH"), NetworkError, `${down}no route to host.`],
    [system("ENOENT"), NetworkError, `${down}the socket does not exist.`],
    [system("constructor", "other"), NetworkError, `${down}other.`],
    [new Error("a. b."), NetworkError, `${down}a. b.`],
    ["text", NetworkError, `${down}text.`],
  ])("%j is explained", (error, kind, message) => {
    const result = toOpeningError(error, where);
    expect(result).toBeInstanceOf(kind);
    expect(result).toMatchObject({
      message,
      ...(kind === NetworkError && { arrived: "no", cause: error }),
    });
  });

  test.each([
    fromServer("23505"),
    fromServer("42P01"),
    new ApiError(503, "x"),
    new UsageError("x"),
  ])("%j is returned", (error) => {
    expect(toOpeningError(error, where)).toBe(error);
  });

  test("a socket is named by its folder", () => {
    const inFolder = { ...where, host: "/run/postgresql" };
    expect(toOpeningError(system("ENOENT"), inFolder)).toMatchObject({
      message:
        "PostgreSQL in /run/postgresql is not available for the database tome: the socket does not exist.",
    });
  });
});
