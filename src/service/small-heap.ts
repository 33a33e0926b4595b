/** Keeps the heap of a process that stays close to what it needs. */
import { setFlagsFromString } from "node:v8";

/**
 * The heap is collected once it has grown by half, where Node waits for four times as much: a
 * platform under load drops little that is old, and would hold tens of megabytes of it for nothing.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--heap-growing-percent=50");
}
