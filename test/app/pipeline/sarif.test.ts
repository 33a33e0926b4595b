import { expect, test } from "vitest";
import { writeSarif } from "../../../src/app/pipeline/sarif.ts";
import { commandRuns } from "./command-runs.ts";

/** The report with the first digits of computed fingerprints. */
function report(name: keyof typeof commandRuns) {
  const text = writeSarif(commandRuns[name]);
  return JSON.parse(text.replace(/"tome\/v1": "([0-9a-f]{12})[0-9a-f]{52}"/g, '"tome/v1": "$1"'));
}

test.each<[keyof typeof commandRuns, object]>([
  [
    "passed",
    {
      automationDetails: { id: "tome check --repo ./" },
      tool: { driver: { name: "tome", version: "1.2.3", rules: [] } },
      invocations: [
        {
          executionSuccessful: true,
          exitCode: 0,
          startTimeUtc: "2026-03-10T12:00:00.500Z",
          endTimeUtc: "2026-03-10T12:00:01.734Z",
        },
      ],
      results: [],
    },
  ],
  [
    "found",
    {
      automationDetails: { id: "tome check --repo ./" },
      tool: {
        driver: {
          name: "tome",
          version: "1.2.3",
          rules: [
            { id: "link-broken", name: "link-broken" },
            { id: "page-empty", name: "page-empty" },
          ],
        },
      },
      invocations: [
        {
          executionSuccessful: true,
          exitCode: 9,
          startTimeUtc: "2026-03-10T12:00:00.500Z",
          endTimeUtc: "2026-03-10T12:00:01.734Z",
        },
      ],
      results: [
        {
          ruleId: "link-broken",
          ruleIndex: 0,
          level: "error",
          message: { text: 'The link <a> & "b" of docs/a.md is broken. Change the *link*.' },
          partialFingerprints: { "tome/v1": "f1" },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: "docs/a%20b.md" },
                region: { startLine: 3, startColumn: 7 },
              },
              logicalLocations: [{ name: "Page|1", kind: "page" }],
            },
          ],
        },
        {
          ruleId: "page-empty",
          ruleIndex: 1,
          level: "warning",
          message: { text: "Empty\tpage\u0007" },
          partialFingerprints: { "tome/v1": "b0e30e39b620" },
          locations: [
            {
              physicalLocation: { artifactLocation: { uri: "README.md" } },
              logicalLocations: [{ name: "Start", kind: "page" }],
            },
          ],
        },
        {
          ruleId: "link-broken",
          ruleIndex: 0,
          level: "note",
          message: { text: "See www.example.com" },
          partialFingerprints: { "tome/v1": "cbbc2f950faf" },
          locations: [{ physicalLocation: { artifactLocation: { uri: "https://b.example/" } } }],
        },
        {
          ruleId: "page-empty",
          ruleIndex: 1,
          level: "warning",
          message: { text: "Nowhere" },
          partialFingerprints: { "tome/v1": "1b6799dd336f" },
        },
      ],
    },
  ],
  [
    "failed",
    {
      automationDetails: { id: "tome check --repo ./" },
      tool: { driver: { name: "tome", version: "1.2.3", rules: [] } },
      invocations: [
        {
          executionSuccessful: false,
          exitCode: 5,
          startTimeUtc: "2026-03-10T12:00:00.500Z",
          endTimeUtc: "2026-03-10T12:00:01.734Z",
          toolExecutionNotifications: [
            { level: "error", message: { text: "Not <found>." }, descriptor: { id: "not-found" } },
          ],
        },
      ],
      results: [],
    },
  ],
  [
    "broken",
    {
      automationDetails: { id: "tome check --repo ./" },
      tool: {
        driver: {
          name: "tome",
          version: "1.2.3",
          rules: [{ id: "page-empty", name: "page-empty" }],
        },
      },
      invocations: [
        {
          executionSuccessful: false,
          exitCode: 7,
          startTimeUtc: "2026-03-10T12:00:00.500Z",
          endTimeUtc: "2026-03-10T12:00:01.734Z",
          toolExecutionNotifications: [
            { level: "error", message: { text: "Broken." }, descriptor: { id: "network" } },
          ],
        },
      ],
      results: [
        {
          ruleId: "page-empty",
          ruleIndex: 0,
          level: "warning",
          message: { text: "Nowhere" },
          partialFingerprints: { "tome/v1": "1b6799dd336f" },
        },
      ],
    },
  ],
])("the SARIF report of a command that %s", (name, run) => {
  expect(report(name)).toEqual({
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [run],
  });
});
