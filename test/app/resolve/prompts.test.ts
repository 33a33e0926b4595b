import { expect, test } from "vitest";
import { type CommandCase, runFixed } from "../../support/commands/fixed-server.ts";

const cases: readonly CommandCase[] = [
  {
    line: "space delete Guide S2000000000000000000",
    ask: { answers: ["y"] },
    code: 0,
    out: [
      "Guide\tdone\tS0000000000000000000\t",
      "S2000000000000000000\tdone\tS2000000000000000000\t",
      "",
    ],
    error: [
      '- Delete the space "Guide" (S0000000000000000000)? It can be restored for 7 days.',
      "- Delete the space S2000000000000000000? It can be restored for 7 days.",
      "Continue with all 2 items? [y/N] y\r",
      "All 2 items are done.",
      "",
    ],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
      "GET /spaces/S0000000000000000000",
      "GET /spaces/S2000000000000000000",
      "DELETE /spaces/S0000000000000000000",
      "DELETE /spaces/S2000000000000000000",
    ],
  },
  {
    line: "space get",
    ask: { answers: ["S1000000000000000000"] },
    code: 0,
    out: [
      "id\tS1000000000000000000",
      "title\tManual",
      "emoji\t",
      "organization\t",
      "parent\t",
      "visibility\tpublic",
      "editMode\tlive",
      "defaultLevel\t",
      "language\t",
      "mergeRules.type\t",
      "changeRequests\t",
      "changeRequestsOpen\t",
      "changeRequestsDraft\t",
      "comments\t",
      "createdAt\t2026-01-02T00:00:00Z",
      "updatedAt\t2026-02-02T00:00:00Z",
      "deletedAt\t",
      "urls.app\thttps://app.example/s/1",
      "",
    ],
    error: [
      "1. Notes, AGO",
      "2. (no title), AGO",
      "3. Manual, AGO",
      "4. Guide, AGO",
      "Space (number, title or id): S1000000000000000000\r",
      "",
    ],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
      "GET /orgs/O1000000000000000000/collections?limit=1000",
      "GET /spaces/S1000000000000000000",
    ],
  },
];

test.each(cases)("tome $line ends with $code", async (one) => {
  expect({ line: one.line, ...(one.ask && { ask: one.ask }), ...(await runFixed(one)) }).toEqual(
    one,
  );
});
