/** Programs that end with this process even if it is killed, so that it cannot end them itself. */
import { startProgram } from "./start.ts";

/**
 * Waits for the end of its input, which the system closes with the process. Another program may have
 * the id by then, so the name is compared.
 */
const script = `read -r line && exit
name=$(cat "/proc/$0/comm" 2>/dev/null || ps -o comm= -p "$0" 2>/dev/null)
case "$name" in *"$1"*) kill -9 "$0" ;; esac`;

/**
 * Kills a program when this process ends without stopping the killer. Does nothing on Windows, which
 * has no shell for it.
 * @param name the name of the program, which the system shows for its process
 * @returns stops the killer, once the program has ended
 */
export function startKiller(pid: number, name: string): () => void {
  if (process.platform === "win32") return () => {};
  const killer = startProgram("/bin/sh", ["-c", script, String(pid), name], {
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
    // Ctrl-C ends all processes of a terminal, and this one must remain.
    detached: true,
  });
  // Without a shell, the program is not killed.
  killer.on("error", () => {});
  killer.stdin?.on("error", () => {});
  killer.unref();
  return () => killer.stdin?.end("end\n");
}
