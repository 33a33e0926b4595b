/**
 * Spares every command what it costs to load the starting of programs: commander asks for it at once,
 * for commands that are programs of their own, and tome has none of those.
 */

const name = "\0no-programs";

/** @type {import("rolldown").Plugin} */
export const withoutPrograms = {
  name: "without-programs",
  resolveId(id, importer) {
    const isCommander = importer?.includes("/node_modules/commander/") ?? false;
    return isCommander && id === "node:child_process" ? name : undefined;
  },
  load: (id) => (id === name ? "export {};" : undefined),
};
