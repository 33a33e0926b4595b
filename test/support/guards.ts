/** The guards that the promises rest on, as test/promises/guards names them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod/mini";

const Guard = z.strictObject({
  guard: z.string(),
  file: z.string(),
  /** Stands once in the file. */
  find: z.string(),
  /** Takes the guard away. */
  replace: z.string(),
  /** The file of the test that then fails. */
  test: z.string(),
  /** The beginning of that test's title, if the others of the file take long. */
  title: z.optional(z.string()),
});

export type Guard = z.infer<typeof Guard> & { readonly promise: string };

/** @param folder with a file of guards for each promise */
export function guardsIn(folder: string): readonly Guard[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const promise = name.replace(".json", "").toUpperCase();
      const guards = z.array(Guard).parse(JSON.parse(readFileSync(join(folder, name), "utf8")));
      return guards.map((guard) => ({ promise, ...guard }));
    });
}
