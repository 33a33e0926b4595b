/** The only module that imports commander. */
export { Command, CommanderError, Help, Option } from "commander";
