/** File of a space, revision or change request: shows it and saves its bytes. */
import type { PrintedColumn } from "../../context.ts";
import * as changeRequest from "../../contract/cr-content.ts";
import type { Input } from "../../contract/endpoint.ts";
import * as contract from "../../contract/file.ts";
import * as revision from "../../contract/revision.ts";
import { showDownload } from "../files/download.ts";

const columns: readonly PrintedColumn[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "NAME", path: "name", as: "title", wide: true },
  { header: "TYPE", path: "contentType" },
  { header: "SIZE", path: "size", as: "number" },
  { header: "WIDTH", path: "dimensions.width", as: "number" },
  { header: "HEIGHT", path: "dimensions.height", as: "number" },
  { header: "URL", path: "downloadURL", as: "address", wide: true },
];

const file = { address: "downloadURL", called: "the file's bytes", columns };

export const get = showDownload<Input<typeof contract.get>>(file, (client, input) =>
  client.call(contract.get, input),
);

export const getInRevision = showDownload<Input<typeof revision.file>>(file, (client, input) =>
  client.call(revision.file, input),
);

export const getInChangeRequest = showDownload<Input<typeof changeRequest.file>>(
  file,
  (client, input) => client.call(changeRequest.file, input),
);
