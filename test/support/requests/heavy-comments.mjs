/** Cases of heavy-cases.mjs: comments with large texts. */
import { comment, getText, headings } from "./heavy-cases.mjs";

/** @typedef {import("./heavy-cases.mjs").Case} Case */

/** @param {string} name @param {number} count @param {unknown} body @returns {Case} */
const listed = (name, count, body) => ({
  name,
  prepare: (ground) => comment(ground, count, body),
  async run({ ask }, space) {
    const { status, value } = await ask(`GET /spaces/${space}/comments?limit=1000&format=document`);
    return `${status} ${value?.error?.message ?? `${value?.items?.length} items`}`;
  },
});

/** @type {readonly Case[]} */
export const commentCases = [
  listed("1 000 comments of 150 kB as documents", 1000, { markdown: getText(150) }),
  listed("3 comments of 10 000 headings as documents", 3, { markdown: headings(9_900) }),
  listed("a comment of 600 kB in the list as documents", 1, { markdown: getText(600) }),
  {
    name: "a reply of 9 900 headings, answered as a document",
    async prepare({ ask, newSpace }) {
      const comments = `/spaces/${await newSpace()}/comments`;
      const body = { markdown: "What do you think?" };
      return `${comments}/${(await ask(`POST ${comments}`, { body })).value.id}/replies`;
    },
    async run({ ask }, replies) {
      const body = { markdown: headings(9_900) };
      const { status, value } = await ask(`POST ${replies}?format=document`, { body });
      return `${status} ${Object.keys(value?.body ?? {})}`;
    },
    says: /^200 document/,
  },
];
