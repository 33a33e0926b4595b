/** Reports of findings in formats of other programs. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import AjvDraft04 from "ajv-draft-04";
import { expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { openTome } from "../../support/commands/tome.ts";
import { sample } from "../../support/generators/amount.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";
import { hostile, openStep as step } from "../../support/pipelines/pipeline-step.ts";

const require = createRequire(import.meta.url);
const sarifSchema = JSON.parse(
  readFileSync(
    join(require.resolve("@microsoft/jest-sarif"), "../schemas/sarif-2.1.0-rtm.5.json"),
    "utf8",
  ),
);
const junitSchema = readFileSync(
  new URL("../../support/pipelines/junit/junit.xsd", import.meta.url),
  "utf8",
);

const reportsOf = [
  { of: "no finding", titles: [], line: "space links S1", code: 0 },
  {
    of: "hostile findings",
    titles: ["Start", hostile, "\uffff]]>"],
    line: "space links S1 --fail",
    code: 10,
  },
  { of: "an error", titles: [], line: "space links S1", code: 7 },
] as const;

test.each(sample(reportsOf, 1))(
  "reports of $of are valid JUnit and SARIF",
  async ({ titles, line, code }) => {
    const { env, folder, read } = await step(titles);
    const failing = await serve((_, response) => answerJson(response, 503, {}));
    const ran = await openTome()(
      `${line} --report junit=a.xml --report sarif=b.sarif --retries 0`,
      {
        env: code === 7 ? { ...env, TOME_BASE_URL: failing.url } : env,
        cwd: folder,
      },
    );
    expect(ran.code).toBe(code);
    const xml = { fileName: "a.xml", contents: read("a.xml") };
    const checked = await validateXML({ xml: [xml], schema: [junitSchema] });
    expect(checked.errors).toEqual([]);
    const failures = read("a.xml").match(/<failure/g)?.length ?? 0;
    expect(failures).toBe(titles.length);
    expect(read("a.xml").includes("<error ")).toBe(code === 7);
    const ajv = new AjvDraft04.default({
      strict: false,
      allErrors: true,
      validateFormats: false,
      unicodeRegExp: false,
    });
    const sarif = JSON.parse(read("b.sarif"));
    ajv.validate(sarifSchema, sarif);
    expect(ajv.errors).toBeNull();
    const [{ results, invocations }] = sarif.runs;
    expect(results.map((one: { level: string }) => one.level)).toEqual(titles.map(() => "error"));
    expect(invocations[0].executionSuccessful).toBe(code !== 7);
  },
);

test("a report contains all findings, not only the first fifty", async () => {
  const titles = Array.from({ length: 75 }, (_, at) => `Page ${at}`);
  const { env, folder, read } = await step(titles);
  await openTome()("space links S1 --report junit=a.xml", { env, cwd: folder });
  expect(read("a.xml")).toContain('tests="75"');
});
