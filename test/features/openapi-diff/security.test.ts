import { expect, test } from "vitest";
import { compareDescriptions } from "../../../src/features/openapi-diff/compare.ts";

type Tree = Readonly<Record<string, unknown>>;

/** The changes as text: whether they are breaking, the rule and the message. */
function compare(before: Tree, now: Tree): string[] {
  const whole = { openapi: "3.1.0", info: {}, paths: {} };
  return compareDescriptions({ ...whole, ...before }, { ...whole, ...now }).map(
    ({ isBreaking, rule, message }) =>
      `${isBreaking ? "breaking" : "compatible"} ${rule}: ${message}`,
  );
}

const all: Tree = {
  key: { type: "apiKey", in: "header", name: "X-Key" },
  basic: { type: "http", scheme: "basic" },
  oauth: { type: "oauth2", flows: {} },
  open: { type: "openIdConnect", openIdConnectUrl: "https://a.example" },
};
const op = (security: unknown, schemes: Tree = all) => ({
  paths: { "/pets": { get: { security } } },
  components: { securitySchemes: schemes },
});

test.each<readonly [string, Tree, Tree, readonly string[]]>([
  ["basic authentication", { basic: { type: "basic" } }, { basic: all.basic }, []],
  [
    "basic authentication in capitals",
    { basic: { type: "basic" } },
    { basic: { type: "http", scheme: "Basic" } },
    [],
  ],
  [
    "an API key",
    { basic: { type: "apiKey", in: "header", name: "X-Key" } },
    { basic: all.key },
    [],
  ],
  [
    "another scheme",
    { basic: { type: "basic" } },
    { basic: { type: "http", scheme: "bearer" } },
    ["breaking security-removed: GET /pets accepts basic, whose definition has changed."],
  ],
])(
  "from Swagger 2.0 to OpenAPI 3.1, the scheme stays the same: %s",
  (_, former, current, expected) => {
    const paths = { "/pets": { get: { security: [{ basic: [] }] } } };
    const before = { swagger: "2.0", info: {}, paths, securityDefinitions: former };
    const now = { openapi: "3.1.0", info: {}, paths, components: { securitySchemes: current } };
    const changes = compareDescriptions(before, now).filter(({ rule }) =>
      rule.startsWith("security"),
    );
    expect(
      changes.map(
        ({ isBreaking, rule, message }) =>
          `${isBreaking ? "breaking" : "compatible"} ${rule}: ${message}`,
      ),
    ).toEqual(expected);
  },
);

test.each<readonly [string, Tree, Tree, readonly string[]]>([
  ["added", op([]), op([{ key: [] }]), ["breaking security-added: GET /pets now requires key."]],
  [
    "dropped",
    op([{ key: [] }]),
    op([]),
    ["compatible security-dropped: GET /pets no longer requires authentication."],
  ],
  [
    "optional",
    op([{ key: [] }]),
    op([{ key: [] }, {}]),
    ["compatible security-dropped: GET /pets no longer requires authentication."],
  ],
  [
    "no longer optional",
    op([{ key: [] }, {}]),
    op([{ key: [] }]),
    ["breaking security-added: GET /pets now requires key."],
  ],
  [
    "combined",
    op([{ key: [] }]),
    op([{ key: [], basic: [] }]),
    [
      "breaking security-removed: GET /pets no longer accepts key.",
      "compatible security-way-added: GET /pets now also accepts basic and key.",
    ],
  ],
  [
    "one of two removed",
    op([{ key: [] }, { basic: [] }]),
    op([{ basic: [] }]),
    ["breaking security-removed: GET /pets no longer accepts key."],
  ],
  [
    "two of three removed",
    op([{ key: [] }, { basic: [] }, { oauth: [] }]),
    op([{ basic: [] }]),
    ["breaking security-removed: GET /pets no longer accepts key or oauth."],
  ],
  [
    "one added",
    op([{ key: [] }]),
    op([{ key: [] }, { basic: [], oauth: ["read"] }]),
    ["compatible security-way-added: GET /pets now also accepts basic and oauth."],
  ],
  ["in another order", op([{ key: [], basic: [] }]), op([{ basic: [], key: [] }]), []],
  [
    "another definition",
    op([{ key: [] }]),
    op([{ key: [] }], { ...all, key: { type: "apiKey", in: "query", name: "X-Key" } }),
    ["breaking security-removed: GET /pets accepts key, whose definition has changed."],
  ],
  [
    "another name of the header",
    op([{ key: [] }]),
    op([{ key: [] }], { ...all, key: { type: "apiKey", in: "header", name: "X-Other" } }),
    ["breaking security-removed: GET /pets accepts key, whose definition has changed."],
  ],
  [
    "header in another case",
    op([{ key: [] }]),
    op([{ key: [] }], { ...all, key: { type: "apiKey", in: "header", name: "x-key" } }),
    [],
  ],
  ["renamed", op([{ key: [] }]), op([{ other: [] }], { other: all.key }), []],
  [
    "renamed and another",
    op([{ key: [] }]),
    op([{ other: [] }], { other: all.basic }),
    [
      "breaking security-removed: GET /pets no longer accepts key.",
      "compatible security-way-added: GET /pets now also accepts other.",
    ],
  ],
  [
    "another scheme of http",
    op([{ basic: [] }]),
    op([{ basic: [] }], { basic: { type: "http", scheme: "bearer" } }),
    ["breaking security-removed: GET /pets accepts basic, whose definition has changed."],
  ],
  [
    "another url of openid",
    op([{ open: [] }]),
    op([{ open: [] }], { open: { type: "openIdConnect", openIdConnectUrl: "https://b.example" } }),
    ["breaking security-removed: GET /pets accepts open, whose definition has changed."],
  ],
  [
    "scope added",
    op([{ oauth: ["read"] }]),
    op([{ oauth: ["read", "write"] }]),
    ["breaking security-scope-added: GET /pets now requires the scope write of oauth."],
  ],
  [
    "two scopes added",
    op([{ oauth: [] }]),
    op([{ oauth: ["read", "write"] }]),
    ["breaking security-scope-added: GET /pets now requires the scopes read, write of oauth."],
  ],
  [
    "scope removed",
    op([{ oauth: ["read", "write"] }]),
    op([{ oauth: ["read"] }]),
    ["compatible security-scope-removed: GET /pets no longer requires the scope write of oauth."],
  ],
  [
    "scope of a renamed scheme",
    op([{ oauth: ["read"] }]),
    op([{ o2: ["read", "write"] }], { o2: all.oauth }),
    ["breaking security-scope-added: GET /pets now requires the scope write of o2."],
  ],
  [
    "scope replaced",
    op([{ oauth: ["read"] }]),
    op([{ oauth: ["write"] }]),
    ["breaking security-scope-added: GET /pets now requires the scope write of oauth."],
  ],
  [
    "alternatives of scopes",
    op([{ oauth: ["read"] }]),
    op([{ oauth: ["read", "write"] }, { oauth: ["read"] }]),
    [],
  ],
  [
    "alternatives of scopes, one of which is less",
    op([{ oauth: ["read", "write"] }]),
    op([{ oauth: ["read"] }, { oauth: ["write"] }]),
    [],
  ],
  ["undefined scheme", op([{ key: [] }], {}), op([{ key: [] }], {}), []],
  [
    "root security",
    {
      security: [{ key: [] }],
      paths: { "/pets": { get: {} } },
      components: { securitySchemes: all },
    },
    {
      security: [{ basic: [] }],
      paths: { "/pets": { get: {} } },
      components: { securitySchemes: all },
    },
    [
      "breaking security-removed: GET /pets no longer accepts key.",
      "compatible security-way-added: GET /pets now also accepts basic.",
    ],
  ],
  [
    "overridden root security",
    { security: [{ key: [] }], ...op([{ basic: [] }]) },
    { security: [], ...op([{ basic: [] }]) },
    [],
  ],
])("%s", (_, before, now, changes) => {
  expect(compare(before, now)).toEqual(changes);
});
