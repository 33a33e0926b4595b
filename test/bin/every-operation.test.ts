/** The bundler may change a module, so every operation is also tested with the built program. */
import { expect, test } from "vitest";
import { getMethod, resolvePath } from "../../src/contract/endpoint.ts";
import { listEndpoints } from "../../src/service/core/route-module.ts";
import { routeModules } from "../../src/service/server/areas.ts";
import { sample } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { startServe } from "../support/platforms/built-serve.ts";
import { buildProgram } from "./built.ts";

test("every operation of the built program returns not found for a missing resource", async () => {
  buildProgram();
  const { url, token } = await startServe(temporaryFolder(), ["--port", "0"]);
  const endpoints = sample(await listEndpoints(routeModules), 12);
  const answers = await Promise.all(
    endpoints.map(async (endpoint) => {
      const path = resolvePath(endpoint).replace(/\{\w+\}/g, "NOTHING000000000000");
      const method = getMethod(endpoint);
      const answer = await fetch(`${url}/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(method !== "GET" && method !== "DELETE" && { body: "{}" }),
      });
      await answer.text();
      return { operation: endpoint.operation, status: answer.status };
    }),
  );
  expect(answers.length).toBe(endpoints.length);
  for (const { operation, status } of answers) {
    // Without a resource in its path, this one answers that the platform has no notifications.
    if (operation === "createUserNotificationsToken") expect(status).toBe(501);
    else expect([operation, status < 500]).toEqual([operation, true]);
  }
});
