/** The one way in of commander. */
export { Command, CommanderError, Help, Option } from "commander";
