/** The log lines that an event gathers on its way. */
import type { TraceLine } from "../../../contract/integration-event.model.ts";

export function line(at: Date, level: TraceLine["level"], message: string): TraceLine {
  return { message, timestamp: at.toISOString(), level };
}
