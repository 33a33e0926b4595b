/** Creates a space with the content of a local folder, as an import of a repository would. */
import { resolve } from "node:path";
import type { Context, JsonObject, Result } from "../../context.ts";
import type { Input } from "../../contract/endpoint.ts";
import * as git from "../../contract/git.ts";
import * as space from "../../contract/space.ts";
import { IncompleteError, UsageError } from "../../errors.ts";
import { isFolderOrLink, resolvePath } from "../../files/replace-folder.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { asObject, asText } from "../../json/values.ts";
import { createFolderLister } from "../preview/preview.ts";
import { waitForSync } from "./sync.ts";

type FolderInput = Input<typeof space.create> & { readonly fromFolder: string };

/**
 * The files are those of the folder now, whether or not they are committed.
 * @throws UsageError for a missing folder, and for a platform that cannot read it
 */
export async function createFromFolder(
  context: Context,
  { fromFolder, ...input }: FolderInput,
): Promise<Result> {
  const { cwd, local, settings } = context;
  const named = resolve(cwd, fromFolder);
  if (!(await isFolderOrLink(named))) {
    throw new UsageError(`--from-folder ${fromFolder} is not a folder.`);
  }
  const client = await context.client();
  client.announce(space.create, input);
  const { listed } = await createFolderLister(await resolvePath(named), fromFolder)();
  if (!settings.local || !(await local.offerFolder(listed))) {
    throw new UsageError(
      "--from-folder reads files of this machine, which only a local platform in the process of the command can do. Push the folder to a repository, and connect a space to it.",
      "tome git connect <space> --repo <url>",
    );
  }
  const made = asObject((await client.call(space.create, input)).value);
  const spaceId = asText(made.id);
  try {
    const ref = "refs/heads/main";
    await client.call(git.importRepository, { spaceId, url: listed.url, ref });
    const { sentence } = await waitForSync(context, client, spaceId, {}, "Importing");
    const title = writeJson(made.title);
    return { done: `Created the space ${title} (${spaceId}). ${sentence}`, record: made };
  } catch (error) {
    if (error instanceof IncompleteError && error.how === "failed") await discard(context, made);
    throw error;
  }
}

/** A space without its content would be taken for a complete one. */
async function discard(context: Context, { id }: JsonObject): Promise<void> {
  const client = await context.client();
  await client.call(space.remove, { spaceId: asText(id) });
}
