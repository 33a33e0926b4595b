/** A spinner appears only for a long wait, and only on a terminal. */
import { afterEach, expect, test, vi } from "vitest";
import { slowTest } from "../support/generators/amount.ts";
import { openScreen } from "./screen.ts";

afterEach(() => {
  vi.useRealTimers();
});

slowTest("a long wait shows its neutralized text, updates it and removes it", async () => {
  const screen = await openScreen({ color: false });
  const progress = screen.terminal.progress("Fetching \u001b[31mred");
  await vi.waitFor(() => expect(screen.error()).toContain("Fetching \\u{1b}[31mred"), 5000);
  progress.update("Fetching page 2");
  await vi.waitFor(() => expect(screen.error()).toContain("Fetching page 2"), 5000);
  progress.stop();
  // The line is removed, and the cursor was never hidden.
  expect(screen.error().endsWith("\u001b[1G\u001b[0K")).toBe(true);
  expect(screen.error()).not.toContain("\u001b[?25");
  expect(screen.out()).toBe("");
});

test("a short wait shows nothing", async () => {
  const screen = await openScreen();
  vi.useFakeTimers();
  const progress = screen.terminal.progress("Fetching");
  await vi.advanceTimersByTimeAsync(200);
  progress.stop();
  await vi.advanceTimersByTimeAsync(2000);
  expect(screen.error()).toBe("");
});

test.each([
  ["quiet", { quiet: true }],
  ["CI", { env: { CI: "true" } }],
  ["a dumb terminal", { env: { TERM: "dumb" } }],
])("nothing is shown with %s", async (_name, options) => {
  const screen = await openScreen(options);
  vi.useFakeTimers();
  const progress = screen.terminal.progress("Fetching");
  await vi.advanceTimersByTimeAsync(2000);
  progress.stop();
  expect(screen.error()).toBe("");
});

slowTest("a spinner is removed while a question is open, and shown again afterwards", async () => {
  const screen = await openScreen({ color: false });
  const progress = screen.terminal.progress("Reading the spaces");
  await vi.waitFor(() => expect(screen.error()).toContain("Reading the spaces"), 5000);
  const answer = screen.terminal.confirm("Restore the content?");
  await vi.waitFor(() => expect(screen.error()).toContain("Restore the content? [y/N]"), 5000);
  progress.update("Reading more");
  const during = screen.error();
  expect(during.lastIndexOf("Restore")).toBeGreaterThan(during.lastIndexOf("Reading"));
  screen.keyboard.write("y\r");
  expect(await answer).toBe(true);
  await vi.waitFor(() => expect(screen.error()).toContain("Reading more"), 5000);
  progress.stop();
});
