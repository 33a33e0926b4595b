/** completions/: the script of each shell. */

/** @type {import("./generate.mjs").Generator} */
export async function completions({ load }) {
  /** @type {(typeof import("../../src/app/completion/script.ts"))[]} */
  const [script] = await load("src/app/completion/script.ts");
  const shells = Object.entries(script?.shells ?? {});
  const files = shells.map(async ([shell, { file }]) => [
    `completions/${file}`,
    await script?.completionScript(shell),
  ]);
  return Object.fromEntries(await Promise.all(files));
}
