/** Revisions and files as the API tells them. */
import type { Output } from "../../../contract/endpoint.ts";
import type * as fileContract from "../../../contract/file.ts";
import type * as contract from "../../../contract/revision.ts";
import { currentChangeRequest } from "../../core/change-request-rows.ts";
import type { Call } from "../../core/handlers.ts";
import { fileAddresses } from "./file-download.ts";
import { type Revision, treeOf } from "./revisions.ts";
import { presentPages, type Telling } from "./show-pages.ts";
import type { File } from "./tree.ts";

type ShownFile = Output<typeof fileContract.get>;

export async function presentRevision(
  call: Call,
  revision: Revision,
  told: Telling,
): Promise<Output<typeof contract.get>> {
  const tree = await treeOf(call.db, revision);
  const address = await fileAddresses(call, revision.space);
  return {
    object: "revision",
    id: revision.id,
    type: revision.type,
    parents: [...revision.parents],
    pages: presentPages(tree.pages, "", told),
    files: tree.files.map((file) => presentFile(file, address, told)),
    reusableContents: tree.reusableContents.map(({ id, title, document, git }) => ({
      id,
      title,
      document,
      git: told.metadata && git ? { ...git } : undefined,
    })),
    tags: [],
    variables: { ...tree.variables },
    createdAt: revision.createdAt,
    mergedFrom:
      revision.mergedFrom === undefined
        ? undefined
        : await currentChangeRequest(call, { space_id: revision.space, id: revision.mergedFrom }),
    git: told.metadata && revision.git ? { ...revision.git } : undefined,
    urls: { app: `${call.base}/v1/spaces/${revision.space}/revisions/${revision.id}` },
  };
}

export function presentFile(
  file: File,
  address: (file: File) => string,
  { metadata }: Pick<Telling, "metadata">,
): ShownFile {
  const { id, name, contentType, size, dimensions, git } = file;
  return {
    id,
    name,
    contentType,
    size,
    dimensions: dimensions && { ...dimensions },
    downloadURL: address(file),
    git: metadata && git ? { ...git } : undefined,
  };
}
