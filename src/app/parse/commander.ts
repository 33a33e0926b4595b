/** The one file that imports commander. */
export { Command, CommanderError, Help, Option } from "commander";
