/**
 * Spares the drawing of tables what cli-table3 would measure and colour: terminal/draw-rows.ts gives it
 * texts of as many screen columns as characters, and colours nothing by it.
 */

const texts = {
  "string-width": ["\0length-as-width", "module.exports = (text) => text.length;"],
  "@colors/colors/safe": ["\0no-colours", "module.exports = {};"],
};

/** @type {import("rolldown").Plugin} */
export const plainTables = {
  name: "plain-tables",
  resolveId(id, importer) {
    const isTable = importer?.includes("/node_modules/cli-table3/") ?? false;
    return isTable ? new Map(Object.entries(texts)).get(id)?.[0] : undefined;
  },
  load: (id) => Object.values(texts).find(([name]) => name === id)?.[1],
};
