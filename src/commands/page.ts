/** `tome page`. */

import * as contract from "../contract/page.ts";
import {
  backlinkColumns,
  drawnAsTree,
  failsOnBroken,
  linkColumns,
  linkWords,
  metaLinkColumns,
  presentMetaLinks,
  shortenReference,
} from "./content-words.ts";
import { optional } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom, noun, query } from "./verb.ts";

const { spaceId, pageId, ...pageFields } = getCommandFields(contract.get);

export const commands = noun({
  summary: "Read the pages of a space; edit them with tome cr edit",
  own: "page",
  verbs: {
    list: custom({
      summary: contract.list.summary,
      fields: {
        ...getCommandFields(contract.list),
        ...drawnAsTree,
      },
      operations: [contract.list],
      list: true,
      examples: ["page list --space Handbook --tree", "page list --space Handbook --format tsv"],
      load: () => import("../features/content/page.ts").then((m) => m.list),
    }),
    get: custom({
      summary: contract.get.summary,
      fields: {
        spaceId,
        pageId: optional(pageId),
        pagePath: optional(getCommandFields(contract.getByPath).pagePath),
        ...pageFields,
      },
      arguments: ["pageId"],
      operations: [contract.get, contract.getByPath],
      examples: [
        "page get guides/start --space Handbook",
        "page get --path guides/start --space Handbook --format markdown > start.md",
        "page get guides/start --space Handbook --evaluated true --json markdown",
      ],
      load: () => import("../features/content/page.ts").then((m) => m.get),
    }),
    links: query(contract.links, {
      ...linkWords,
      columns: linkColumns,
      extra: failsOnBroken,
      examples: ["page links guides/start --space Handbook --status broken --fail"],
    }),
    backlinks: query(contract.backlinks, {
      columns: backlinkColumns,
      shorten: shortenReference,
      emptyText: "No links to the page.",
      examples: ["page backlinks guides/start --space Handbook"],
    }),
    "meta-links": query(contract.metaLinks, {
      columns: metaLinkColumns,
      present: presentMetaLinks,
      examples: ["page meta-links guides/start --space Handbook"],
    }),
  },
});
