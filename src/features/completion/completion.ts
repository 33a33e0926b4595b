/** Shell completion: prints a script or installs it. */
import type { Context, Result } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { addLine, putScript } from "./files.ts";
import { locateCompletion, type ShellName } from "./location.ts";

export async function printCompletion(
  context: Context,
  { shell, install }: { readonly shell: ShellName; readonly install?: boolean },
): Promise<Result> {
  const script = await context.completionScript(shell);
  if (!install) return { text: script };
  const { file, start } = await locateCompletion(shell, context.env);
  try {
    const put = await putScript(file, script);
    const hasAdded = start?.file !== undefined && (await addLine(start.file, start.line));
    const sentences = [
      put.setAside && `Moved the existing file to ${put.setAside}.`,
      { written: `Wrote ${file}.`, replaced: `Replaced ${file}.`, kept: `${file} is up to date.` }[
        put.done
      ],
      hasAdded && `Added a line to ${start.file} to load it.`,
      start !== undefined && start.file === undefined && `Add this line to $PROFILE: ${start.line}`,
      (hasAdded || put.done !== "kept") && "Open a new shell to use it.",
    ];
    return {
      done: sentences.filter((sentence) => sentence).join(" "),
      record: {
        shell,
        file,
        script: put.done,
        setAside: put.setAside ?? null,
        startFile: start?.file ?? null,
        startFileChanged: hasAdded,
      },
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `The completion script cannot be installed: ${reason.split("\n")[0]}.`,
      `tome completion ${shell}`,
    );
  }
}
