/** Finds what the next import of a space could not settle, by the plan that the platform makes of it. */
import { objectIn, textIn } from "../../json/values.ts";
import { fewAtOnce } from "../few-at-once.ts";
import { conflictsIn } from "../git/report.ts";
import { onSpace } from "./find-in-spaces.ts";
import type { Find } from "./organization-scope.ts";

export const findConflicts: Find = async ({ reading, spaces, planImport }) => {
  const synced = spaces.filter(({ value }) => value.gitSync !== undefined);
  const found = await fewAtOnce(synced, async (where) => {
    const called = `the plan of the next import of ${JSON.stringify(where.title)}`;
    const plan = await reading.attempt(called, () => planImport(where.id));
    if (plan === undefined) return [];
    if (plan.state !== "success") {
      const why = textIn(plan.error) || "The platform gives no reason.";
      return [onSpace("sync-conflict", where, `The next import would fail: ${why}`)];
    }
    return conflictsIn(objectIn(plan.report)).map(({ path, title }) => {
      const name = textIn(path) || textIn(title);
      const message = `${name} was changed in the space and in the repository in ways that contradict.`;
      return { ...onSpace("sync-conflict", where, message), target: name };
    });
  });
  return found.flat().map((one) => ({ ...one, spaces: [one.id] }));
};
