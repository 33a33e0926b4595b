import { expect, test } from "vitest";
import { type CommandCase, runFixed } from "../../support/commands/fixed-server.ts";

const cases: readonly CommandCase[] = [
  {
    line: "space list",
    code: 0,
    out: [
      "S0000000000000000000\tGuide\tin-collection\tlive\t2026-02-01T00:00:00Z",
      "S1000000000000000000\tManual\tpublic\tlive\t2026-02-02T00:00:00Z",
      "S2000000000000000000\t\tin-collection\tlocked\t2026-02-03T00:00:00Z",
      "S3000000000000000000\tNotes\tpublic\tlive\t2026-02-04T00:00:00Z",
      "",
    ],
    error: [],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=50",
      "GET /orgs/O1000000000000000000/spaces?limit=50&page=p2",
    ],
  },
  {
    line: "space list",
    ask: { screen: true },
    code: 0,
    out: [
      "TITLE       ID                    VISIBILITY     EDIT MODE  UPDATED",
      "Guide       S0000000000000000000  in-collection             AGO",
      "Manual      S1000000000000000000  public                    AGO",
      "(no title)  S2000000000000000000  in-collection  locked     AGO",
      "Notes       S3000000000000000000  public                    AGO",
      "",
    ],
    error: [],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=50",
      "GET /orgs/O1000000000000000000/spaces?limit=50&page=p2",
    ],
  },
  {
    line: "space list --limit 1",
    code: 0,
    out: ["S0000000000000000000\tGuide\tin-collection\tlive\t2026-02-01T00:00:00Z", ""],
    error: ["Showing 1 of 4.", ""],
    sent: ["GET /orgs/O1000000000000000000/spaces?limit=1"],
  },
  {
    line: "space list --limit 2",
    code: 0,
    out: [
      "S0000000000000000000\tGuide\tin-collection\tlive\t2026-02-01T00:00:00Z",
      "S1000000000000000000\tManual\tpublic\tlive\t2026-02-02T00:00:00Z",
      "",
    ],
    error: ["Showing 2 of 4.", ""],
    sent: ["GET /orgs/O1000000000000000000/spaces?limit=2"],
  },
  {
    line: "space list --limit 3",
    code: 0,
    out: [
      "S0000000000000000000\tGuide\tin-collection\tlive\t2026-02-01T00:00:00Z",
      "S1000000000000000000\tManual\tpublic\tlive\t2026-02-02T00:00:00Z",
      "S2000000000000000000\t\tin-collection\tlocked\t2026-02-03T00:00:00Z",
      "",
    ],
    error: ["Showing 3 of 4.", ""],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=3",
      "GET /orgs/O1000000000000000000/spaces?limit=3&page=p2",
    ],
  },
  {
    line: "space list --limit 4",
    code: 0,
    out: [
      "S0000000000000000000\tGuide\tin-collection\tlive\t2026-02-01T00:00:00Z",
      "S1000000000000000000\tManual\tpublic\tlive\t2026-02-02T00:00:00Z",
      "S2000000000000000000\t\tin-collection\tlocked\t2026-02-03T00:00:00Z",
      "S3000000000000000000\tNotes\tpublic\tlive\t2026-02-04T00:00:00Z",
      "",
    ],
    error: [],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=4",
      "GET /orgs/O1000000000000000000/spaces?limit=4&page=p2",
    ],
  },
  {
    line: "space list --limit 0",
    code: 2,
    out: [],
    error: ['error: --limit must be an integer from 1 to 1000000000, not "0".', ""],
    sent: [],
  },
  {
    line: "space list --limit 1 --fail-truncated",
    code: 9,
    out: ["S0000000000000000000\tGuide\tin-collection\tlive\t2026-02-01T00:00:00Z", ""],
    error: [
      "Showing 1 of 4.",
      "error: The list has more items than the limit.",
      "hint: Use --all, or a higher --limit.",
      "",
    ],
    sent: ["GET /orgs/O1000000000000000000/spaces?limit=1"],
  },
  {
    line: "space list --all --fail-truncated",
    code: 0,
    out: [
      "S0000000000000000000\tGuide\tin-collection\tlive\t2026-02-01T00:00:00Z",
      "S1000000000000000000\tManual\tpublic\tlive\t2026-02-02T00:00:00Z",
      "S2000000000000000000\t\tin-collection\tlocked\t2026-02-03T00:00:00Z",
      "S3000000000000000000\tNotes\tpublic\tlive\t2026-02-04T00:00:00Z",
      "",
    ],
    error: [],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
    ],
  },
  {
    line: "space list --all --limit 2",
    code: 2,
    out: [],
    error: ["error: --all and --limit cannot be combined.", ""],
    sent: [],
  },
  {
    line: "space list --page-token p2",
    code: 0,
    out: [
      "S2000000000000000000\t\tin-collection\tlocked\t2026-02-03T00:00:00Z",
      "S3000000000000000000\tNotes\tpublic\tlive\t2026-02-04T00:00:00Z",
      "",
    ],
    error: [],
    sent: ["GET /orgs/O1000000000000000000/spaces?page=p2&limit=50"],
  },
  {
    line: "space list --jq . --format yaml",
    ask: { screen: true },
    code: 2,
    out: [],
    error: ["error: --jq filters JSON and cannot be combined with --format yaml.", ""],
    sent: [],
  },
  {
    line: "space list --format csv --columns id,title",
    code: 0,
    out: [
      "id,title\r",
      "S0000000000000000000,Guide\r",
      "S1000000000000000000,Manual\r",
      "S2000000000000000000,\r",
      "S3000000000000000000,Notes\r",
      "",
    ],
    error: [],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=50",
      "GET /orgs/O1000000000000000000/spaces?limit=50&page=p2",
    ],
  },
  {
    line: "space list --filter title=Guide",
    code: 0,
    out: ["S0000000000000000000\tGuide\tin-collection\tlive\t2026-02-01T00:00:00Z", ""],
    error: ["Rows filtered by tome: 1 of the 4 rows match.", ""],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
    ],
  },
  {
    line: "space list --filter title!=Guide --all",
    code: 0,
    out: [
      "S1000000000000000000\tManual\tpublic\tlive\t2026-02-02T00:00:00Z",
      "S2000000000000000000\t\tin-collection\tlocked\t2026-02-03T00:00:00Z",
      "S3000000000000000000\tNotes\tpublic\tlive\t2026-02-04T00:00:00Z",
      "",
    ],
    error: ["Rows filtered by tome: 3 of the 4 rows match.", ""],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
    ],
  },
  {
    line: "space list --filter title",
    code: 2,
    out: [],
    error: [
      "error: --filter must be column=pattern, column!=pattern or a comparison, such as 'title=Rel*' or 'updatedAt<30d', not \"title\".",
      "",
    ],
    sent: [],
  },
  {
    line: "space list --filter title=zzz",
    code: 0,
    out: [],
    error: ["No rows match --filter.", "Rows filtered by tome: 0 of the 4 rows match.", ""],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
    ],
  },
  {
    line: "space list --filter visibility=public --all",
    code: 0,
    out: [
      "S1000000000000000000\tManual\tpublic\tlive\t2026-02-02T00:00:00Z",
      "S3000000000000000000\tNotes\tpublic\tlive\t2026-02-04T00:00:00Z",
      "",
    ],
    error: ["Rows filtered by tome: 2 of the 4 rows match.", ""],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
    ],
  },
  {
    line: "space list --filter updatedAt<2026-02-02",
    code: 0,
    out: ["S0000000000000000000\tGuide\tin-collection\tlive\t2026-02-01T00:00:00Z", ""],
    error: ["Rows filtered by tome: 1 of the 4 rows match.", ""],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
    ],
  },
  {
    line: "space list --filter updatedAt>2026-02-02 --all",
    code: 0,
    out: [
      "S2000000000000000000\t\tin-collection\tlocked\t2026-02-03T00:00:00Z",
      "S3000000000000000000\tNotes\tpublic\tlive\t2026-02-04T00:00:00Z",
      "",
    ],
    error: ["Rows filtered by tome: 2 of the 4 rows match.", ""],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
    ],
  },
  {
    line: "space list --sort title",
    code: 0,
    out: [
      "S0000000000000000000\tGuide\tin-collection\tlive\t2026-02-01T00:00:00Z",
      "S1000000000000000000\tManual\tpublic\tlive\t2026-02-02T00:00:00Z",
      "S3000000000000000000\tNotes\tpublic\tlive\t2026-02-04T00:00:00Z",
      "S2000000000000000000\t\tin-collection\tlocked\t2026-02-03T00:00:00Z",
      "",
    ],
    error: [
      "Rows sorted by tome: 4 rows. Ascending: the smallest or oldest first. To reverse the order: --sort=-title",
      "",
    ],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
    ],
  },
  {
    line: "space list --sort=-updatedAt --limit 2",
    code: 0,
    out: [
      "S3000000000000000000\tNotes\tpublic\tlive\t2026-02-04T00:00:00Z",
      "S2000000000000000000\t\tin-collection\tlocked\t2026-02-03T00:00:00Z",
      "",
    ],
    error: ["Rows sorted by tome: 4 rows (2 shown).", ""],
    sent: [
      "GET /orgs/O1000000000000000000/spaces?limit=1000",
      "GET /orgs/O1000000000000000000/spaces?limit=1000&page=p2",
    ],
  },
  {
    line: "space list --filter title=M* --limit 1",
    code: 0,
    out: ["S1000000000000000000\tManual\tpublic\tlive\t2026-02-02T00:00:00Z", ""],
    error: ["Rows filtered by tome: 1 of the first 2 rows match.", ""],
    sent: ["GET /orgs/O1000000000000000000/spaces?limit=1000"],
  },
];

test.each(cases)("tome $line ends with $code", async (one) => {
  expect({ line: one.line, ...(one.ask && { ask: one.ask }), ...(await runFixed(one)) }).toEqual(
    one,
  );
});
