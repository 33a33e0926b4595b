/** Rule for conflicts of the next Git import, based on the import plan of the platform. */
import { objectIn, textIn } from "../../json/values.ts";
import { fewAtOnce } from "../few-at-once.ts";
import { conflictsIn } from "../git/report.ts";
import { onSpace } from "./find-in-spaces.ts";
import type { FindFindings } from "./organization-scope.ts";

export const findConflicts: FindFindings = async ({ reading, spaces, planImport }) => {
  const synced = spaces.filter(({ value }) => value.gitSync !== undefined);
  const findings = await fewAtOnce(synced, async (where) => {
    const label = `the import plan of ${JSON.stringify(where.title)}`;
    const plan = await reading.attempt(label, () => planImport(where.id));
    if (plan === undefined) return [];
    if (plan.state !== "success") {
      const why = textIn(plan.error) || "The platform did not return a reason.";
      return [onSpace("sync-conflict", where, `The next import would fail: ${why}`)];
    }
    return conflictsIn(objectIn(plan.report)).map(({ path, title }) => {
      const name = textIn(path) || textIn(title);
      const message = `${name} has conflicting changes in the space and the repository.`;
      return { ...onSpace("sync-conflict", where, message), target: name };
    });
  });
  return findings.flat().map((one) => ({ ...one, spaces: [one.id] }));
};
