/** PDF of a space or change request: shows its URL and saves it. */
import * as content from "../../contract/content.ts";
import * as changeRequest from "../../contract/cr.ts";
import type { Input } from "../../contract/endpoint.ts";
import { showDownload } from "../files/download.ts";

const pdf = {
  address: "url",
  isAddressAlone: true as const,
  called: "the PDF",
  columns: [{ header: "URL", path: "url", as: "address" as const }],
};

export const printSpace = showDownload<Input<typeof content.pdf>>(pdf, (client, input) =>
  client.call(content.pdf, input),
);

export const printChangeRequest = showDownload<Input<typeof changeRequest.pdf>>(
  pdf,
  (client, input) => client.call(changeRequest.pdf, input),
);
