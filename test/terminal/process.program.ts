/** A program on the process's own streams, which process.test.ts builds and runs. */
import { CanceledError } from "../../src/errors.ts";
import { printList } from "../../src/terminal/print-list.ts";
import { ReaderGone } from "../../src/terminal/stream-writer.ts";
import { openTerminal } from "../../src/terminal/terminal.ts";

const terminal = await openTerminal(process);

async function* spaces(count: number): AsyncGenerator<readonly { id: string; title: string }[]> {
  for (let start = 0; start < count; start += 1000) {
    yield Array.from({ length: 1000 }, (_, index) => ({
      id: `S${start + index}`,
      title: "\u001b]0;owned\u0007 日本".padEnd(1000, "x"),
    }));
  }
}

const print = (format: "ndjson" | "table", count: number) =>
  printList(terminal, spaces(count), {
    columns: [
      { header: "id", path: "id" },
      { header: "title", path: "title", wide: true },
    ],
    none: "",
    choice: { format },
  });

try {
  const [, , action, count] = process.argv;
  if (action === "ask") {
    const token = await terminal.ask("Token:", { hidden: true });
    await terminal.write(`${token.length} characters\n`);
  } else if (action === "table") {
    await print("table", 1000);
  } else {
    await print("ndjson", Number(count));
    terminal.warn(`${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`);
  }
} catch (error) {
  if (error instanceof CanceledError) process.exitCode = 3;
  else if (!(error instanceof ReaderGone)) throw error;
}
