/** `npm start`: prepares what is missing, shows real commands at work, and says what to type next. */
import { join, resolve } from "node:path";
import { prepare } from "./preparing/prepare.mjs";
import { tour } from "./tour.mjs";
import { walk } from "./touring/walk.mjs";

const root = resolve(import.meta.dirname, "..");
await prepare(root);

for (const { step, line, output, exitCode } of walk(root, tour)) {
  if (step.say !== undefined) console.log(`\n# ${step.say}`);
  console.log(`\n$ ${line}`);
  process.stdout.write(output);
  if (exitCode !== 0) console.log(`[exit code ${exitCode}]`);
  if (exitCode !== (step.ends ?? 0)) {
    console.error(`\nThe tour ends here: exit code ${step.ends ?? 0} was to be expected.`);
    process.exitCode = 1;
    break;
  }
}

if (process.exitCode === undefined) {
  const launcher = join(root, "bin", "tome.js");
  const naming = process.platform === "win32" ? "npm link" : `alias tome='node ${launcher}'`;
  console.log(`
# That was a workspace of its own, which is gone now. To go on with one that stays, type:

  ${naming}
  tome local seed                # the sample workspace, in a folder of your own
  tome space list --local
  tome --help`);
}
