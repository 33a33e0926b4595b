import { expect, test } from "vitest";
import { type CommandCase, runFixed } from "../../support/commands/fixed-server.ts";

const cases: readonly CommandCase[] = [
  {
    line: "space get S1000000000000000000",
    ask: { screen: true },
    code: 0,
    out: [
      "TITLE       Manual",
      "ID          S1000000000000000000",
      "VISIBILITY  public",
      "EDIT MODE   live",
      "CREATED     AGO (2026-01-02T00:00:00Z)",
      "UPDATED     AGO (2026-02-02T00:00:00Z)",
      "URL         https://app.example/s/1",
      "",
    ],
    error: [],
    sent: ["GET /spaces/S1000000000000000000"],
  },
  {
    line: "space get S8000000000000000000",
    code: 4,
    out: [],
    error: [
      "error: You are not allowed to do this.",
      "hint: To see the required role: tome access explain -- space get",
      "status 403, request R1",
      "",
    ],
    sent: ["GET /spaces/S8000000000000000000"],
  },
  {
    line: "space get S7000000000000000000",
    ask: { screen: true },
    code: 8,
    out: [],
    error: [
      "error: The platform accepted the GET, but has not finished it.",
      "hint: tome api GET /spaces/S7000000000000000000",
      "status 202, request R1",
      "",
    ],
    sent: ["GET /spaces/S7000000000000000000"],
  },
  {
    line: "space get S7000000000000000000 --json=id,title",
    code: 2,
    out: [],
    error: [
      '{"error":{"code":"usage","category":"usage","message":"Unknown field \\"title\\". Valid fields are:","details":["object, id"],"status":null,"hint":null,"requestId":null,"retryable":false}}',
      "",
    ],
    sent: ["GET /spaces/S7000000000000000000"],
  },
  {
    line: "space get S5000000000000000000",
    code: 1,
    out: [],
    error: ["error: title is too long; editMode is wrong.", "status 422, request R1", ""],
    sent: ["GET /spaces/S5000000000000000000"],
  },
  {
    line: "space get S4000000000000000000",
    code: 6,
    out: [],
    error: ["error: The space was changed.", "status 409, request R1", ""],
    sent: ["GET /spaces/S4000000000000000000"],
  },
  {
    line: "org list",
    code: 0,
    out: ["O1000000000000000000\tAcme\t\t", ""],
    error: [],
    sent: ["GET /orgs?limit=50"],
  },
  {
    line: "org list",
    ask: { screen: true },
    code: 0,
    out: ["TITLE  ID", "Acme   O1000000000000000000", ""],
    error: [],
    sent: ["GET /orgs?limit=50"],
  },
  {
    line: "space links S1000000000000000000",
    code: 5,
    out: [],
    error: ["error: Not found", "status 404, request R1", ""],
    sent: ["GET /spaces/S1000000000000000000/links?limit=50"],
  },
  {
    line: "cr list --space S1000000000000000000",
    code: 0,
    out: ["1\tCR100000000000000000\tFix\topen\t\t\t\t\t2026-01-02T00:00:00Z", ""],
    error: [],
    sent: ["GET /spaces/S1000000000000000000/change-requests?limit=50"],
  },
  {
    line: "whoami",
    code: 0,
    out: [
      "id\tU1000000000000000000",
      "displayName\tAda",
      "email\tada@example.com",
      "organization\tO1000000000000000000",
      "role\t",
      "",
    ],
    error: [],
    sent: [
      "GET /user",
      "GET /orgs/O1000000000000000000",
      "GET /orgs/O1000000000000000000/members/U1000000000000000000",
    ],
  },
  {
    line: "api GET /nope",
    ask: { screen: true },
    code: 5,
    out: [],
    error: ["error: Not found", "status 404, request R1", ""],
    sent: ["GET /nope"],
  },
];

test.each(cases)("tome $line ends with $code", async (one) => {
  expect({ line: one.line, ...(one.ask && { ask: one.ask }), ...(await runFixed(one)) }).toEqual(
    one,
  );
});
