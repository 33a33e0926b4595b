/** A process that starts a killer for the program with the id of its first argument, and waits. */
import { startKiller } from "../../../src/programs/start.ts";

startKiller(Number(process.argv[2]), "sleep");
process.stdout.write("started\n");
setInterval(() => {}, 1000);
