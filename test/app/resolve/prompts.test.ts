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
];

test.each(cases)("tome $line ends with $code", async (one) => {
  expect({ line: one.line, ...(one.ask && { ask: one.ask }), ...(await runFixed(one)) }).toEqual(
    one,
  );
});
